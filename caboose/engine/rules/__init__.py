"""The rulebook: one file per chapter, one small function per rule, named after it.

The code in a docstring (D1, C6, R2 ...) is the rule's name in `docs/rules/` and in the tests.
"""
