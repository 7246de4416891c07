"""Commands that need no window.

Each module offers `SUMMARY`, `add_arguments(parser)` and `run(arguments)`, which returns the exit
code; `gui.main` imports only the one that is asked for.
"""
