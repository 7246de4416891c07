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
MOST_JSON_LISTS = 300_000  # and objects; an experiment has one for each row
MOST_JSON_TEXTS = 1_200_000  # and keys

# Of labelled texts
MOST_BYTES_ANYWAY = 200_000_000  # when somebody has said to load it anyway
MOST_TEXTS = 100_000
MOST_LEFT_OUT = 1_000  # that are listed; all are counted
MOST_ENTRIES = 120_000  # of a folder or an archive
DEEPEST_FOLDERS = 10
HIGHEST_RATIO = 200  # of unpacked to packed bytes
MOST_UNPACKING_MEMORY = 150_000_000  # the strongest common setting of xz takes half of it
