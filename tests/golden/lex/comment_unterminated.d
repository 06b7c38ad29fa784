BEGIN { a }
	/* it begins here
and never ends
