"""What a position and a decision were worth; luck apart from skill.

from caboose.analysis import analyse

analysis = analyse(record, depth="standard")
print(analysis.summaries[0].accuracy)
"""

from caboose.analysis.analyse import Cancelled, analyse, grade_position
from caboose.analysis.analysis import Analysis
from caboose.analysis.grading import Grade

__all__ = ["Analysis", "Cancelled", "Grade", "analyse", "grade_position"]
