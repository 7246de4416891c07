"""Drawing surfaces: each shows the experiment at the cursor and keeps nothing of it."""
