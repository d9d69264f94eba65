"""A browser, the server it opens, and people who see, tap or listen."""
