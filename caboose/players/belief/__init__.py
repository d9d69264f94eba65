"""What a seat believes about the others, given only its view: styles, tickets and hands."""
