"""The few compiled loops that drive a learner's rule over rows and write the tape."""
