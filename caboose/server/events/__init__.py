"""Playing together beyond one's own tables: deals for everybody, finding opponents, arenas."""
