"""The doors: routes, the socket, the client's pages, and who is asking."""
