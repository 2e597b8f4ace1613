"""SCA applications, run and planned by the program orbweaver-run."""
