"""A slow, obvious second engine, written from the rulebooks alone, that judges the fast one.

It shares no code, no constants and no numbers with the package; only the maps are read from the
shipped board files. `facts` holds what the rulebooks print, `chacha` and `siphash` the chance,
`rulebook` the game from set-up to the last turn, `scoring` the final count.
"""

from tests.reference.chacha import key_of_seed
from tests.reference.rulebook import ReferenceGame

__all__ = ["ReferenceGame", "key_of_seed"]
