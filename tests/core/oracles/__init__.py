"""The textbook's pseudo-code of every learner, transcribed slowly and plainly, to compare with."""
