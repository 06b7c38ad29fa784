# SPDX-License-Identifier: BSD-2-Clause
# strsize is the number of characters that a string keeps, from 1 on: in variables, records, keys, and of every function.
for size in 1 5 8 11 12; do
	"$DTRACE" -xnowarn -x strsize=$size -qn '
	string global;

	BEGIN
	{
		global = "hello world";
		self->thread = global;
		local[global] = 1;
		@[global] = count();
		printf("%s %s %d %d %d\n", global, self->thread, strlen(global), local["hello world"], sizeof (string));
		printf("%s %s %s\n", strjoin("hello ", "world"), toupper(global), substr("hello world", 1));
		printf("%s %s\n", basename("abcdefgh"), lltostr(12345678901));
		printf("%s %s\n", strtok("word by word", " "), inet_ntoa((ipaddr_t *)alloca(4)));
		printf("%d %d\n", global == "hello world", global == "h");
		trace(global);
		exit(0);
	}'
done
# output:
# h h 1 1 1
# h H 
# a 1
# w 0
# 0 1
# h
#   h                                                                 1
# hello hello 5 1 5
# hello HELLO ello
# abcde 12345
# word 0.0.0
# 0 0
# hello
#   hello                                                             1
# hello wo hello wo 8 1 8
# hello wo HELLO WO ello wo
# abcdefgh 12345678
# word 0.0.0.0
# 0 0
# hello wo
#   hello wo                                                          1
# hello world hello world 11 1 11
# hello world HELLO WORLD ello world
# abcdefgh 12345678901
# word 0.0.0.0
# 1 0
# hello world
#   hello world                                                       1
# hello world hello world 11 1 12
# hello world HELLO WORLD ello world
# abcdefgh 12345678901
# word 0.0.0.0
# 1 0
# hello world
#   hello world                                                       1
