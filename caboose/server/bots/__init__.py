"""Who acts for seats that do not act themselves: bots, their worker processes, and hints."""
