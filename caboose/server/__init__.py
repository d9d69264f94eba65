"""Playing together: tables, people and bots, kept in a database, reached over HTTP and sockets."""
