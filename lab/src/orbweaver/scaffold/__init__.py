"""Projects of users: written from templates, built against an installed Orbweaver."""
