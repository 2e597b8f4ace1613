"""Applications and nodes of components that exist: profiles read, matched and changed."""
