"""§4, Disintegrable loss functions: `claims` states what the paper says, the other modules check it."""
