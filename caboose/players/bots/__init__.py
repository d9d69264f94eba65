"""The quick bots, one in each file: policies that decide in microseconds. None knows another."""
