"""Beyond the paper: statements of the theory that it does not print, checked like its own."""
