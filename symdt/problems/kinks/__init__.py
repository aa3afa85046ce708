"""Problems that are not rational: what they are on each part of their domain, where they are."""
