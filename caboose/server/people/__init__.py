"""Who is who: guests, what they may do how often, and being forgotten."""
