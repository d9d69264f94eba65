"""What tests are made with, and no tests: people, servers, browsers, positions and whole games."""
