"""Taking a run out of the app: pictures, animations, web pages, tables."""
