"""Who looks at a table now, here or through another process, and what each of them is told."""
