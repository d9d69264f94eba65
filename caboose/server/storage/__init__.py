"""What is kept, and how it is written and read: rows, databases, the one writer, copies."""
