"""What `perceptarium bench` measures; each file is one question, `engine` asks them in turn."""
