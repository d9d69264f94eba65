"""Who is who: guests and members, what they have played and whom they know, what they may do."""
