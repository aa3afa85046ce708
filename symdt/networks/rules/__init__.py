"""Rules of networks: one comparison for each arc, intervals of parent sets, the 0-l rule of Example 1."""
