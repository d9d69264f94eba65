"""Servers in a process or a thread, and the people, friendly and hostile, who use them."""
