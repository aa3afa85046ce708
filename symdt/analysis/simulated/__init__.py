"""Letters drawn at random: their laws, what is then chosen, and how acceptable each action is."""
