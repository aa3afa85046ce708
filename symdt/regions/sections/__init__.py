"""Sections: the complete engine, a cylindrical decomposition that is right on points and curves as on open cells."""
