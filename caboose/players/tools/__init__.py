"""What bots think with: maps, ways, plans, time, and what a hand can do."""
