"""The one kind of error that a person can cause: a plain sentence, shown as it is."""


class PlainError(ValueError):
    """Something the user can mend; the message is one sentence that says what and how."""
