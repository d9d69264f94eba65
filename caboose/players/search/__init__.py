"""The bots that search: what they make of the others, the games they play in their heads."""
