"""What is sent: commands, messages, views, bodies of requests and answers, refusals."""
