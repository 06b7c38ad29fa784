unnamed
unnamed
unnamed
