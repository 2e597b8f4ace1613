"""Object references, decoded."""
