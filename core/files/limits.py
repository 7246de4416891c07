"""How much a file may hold; checked before anything of that size is made."""

MOST_BYTES = 20_000_000
MOST_LINES = 1_000_000
LONGEST_LINE = 1_000_000  # of a table, in characters
MOST_ROWS = 100_000
MOST_COLUMNS = 10_000
MOST_CELLS = 5_000_000
LONGEST_NAME = 200  # of a label, a column or a feature, in characters
LONGEST_NUMBER = 1_000  # characters; no double needs as many
HIGHEST_INDEX = 10_000_000  # of a feature in a LIBSVM file
MOST_KEYS = 1_000_000  # of one JSON object
DEEPEST_JSON = 20
