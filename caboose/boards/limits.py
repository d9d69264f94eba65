"""How large a board may be. The engine sizes its arrays by these numbers."""

MAX_SEATS = 5
MAX_CITIES = 64
MAX_ROUTES = 128
MAX_TICKETS = 128  # in one edition
MAX_COLORS = 10
MAX_TRAINS = 60
MAX_LENGTH = 9
MAX_OFFER = 5
MAX_DISTRICTS = 16
MAX_CARDS_PER_COLOR = 60
MAX_LOCOMOTIVES = 60
MAX_POINTS = 100  # of one route, ticket, district, attraction or bonus card
MAX_EDITIONS = 20  # in one file
MAX_TEXT = 60  # characters of a name or an id
MAX_FILE_BYTES = 200_000
