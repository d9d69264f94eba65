"""Tests of Caboose."""
