"""Results for people: tables and one plain sentence."""
