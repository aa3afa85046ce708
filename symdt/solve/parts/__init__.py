"""Problems that are rational on parts of their domain: answers joined to one, and proved part by part."""
