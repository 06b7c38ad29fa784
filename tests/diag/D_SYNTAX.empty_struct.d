/* expect: D_SYNTAX 2:15 expected a member: a struct may not be empty */
struct empty {};
BEGIN { }
