#pragma D option quiet
/*
 * A NULL string: an unset thread variable or array element, a search without result, a copy of one
 * of these. Comparisons treat it as "" (dtrace.c, dtrace_strncmp()); reading it is a fault with the
 * address 0 (dtrace_load8()). A global or clause-local string is "" until it is assigned NULL
 * (dtrace.c, DIF_OP_LDGS). Strings: Dynamic Tracing Guide, chapter 6.
 */
string global;
self string mine;

ERROR
{
	printf("fault %d at %x\n", arg4, arg5);
}

/* comparisons */
BEGIN
{
	printf("%d %d %d %d\n", names["x"] == NULL, names["x"] == "", strchr("hello", 'z') == NULL,
	    self->mine == NULL);
	printf("%d %d %d %d\n", global == NULL, global == "", json("{}", "a") == NULL,
	    strstr("a", "b") < "a");
	printf("[%s][%s]\n", global, this->fresh);
	names["y"] = "set";
	this->fresh = "text";
}

/* reads */
BEGIN { trace(self->mine); }
BEGIN { printf("%s", names["x"]); }
BEGIN { this->n = strlen(strchr("hello", 'z')); printf("never\n"); }
BEGIN { this->s = substr(self->mine, 1); printf("never\n"); }
BEGIN { this->s = strjoin("x", names["x"]); printf("never\n"); }
BEGIN { @[self->mine] = count(); printf("never\n"); }
BEGIN { other[names["x"]] = 1; printf("never\n"); }
BEGIN { printf("%d", index(NULL, "a")); }
BEGIN { printf("%c", names["x"][0]); }
BEGIN { this->s = strtok(NULL, ","); printf("never\n"); }

/* assignments */
BEGIN
{
	this->gone = strrchr("path", '/');
	global = this->gone;
	names["y"] = global;
	self->mine = "set";
	printf("%d %d %d %s\n", this->gone == NULL, global == NULL, names["y"] == NULL, self->mine);
	self->mine = NULL;
}
BEGIN { trace(this->gone); }
BEGIN { trace(global); }
BEGIN { trace(self->mine); }
BEGIN { trace(global != NULL ? "never" : self->mine); }
BEGIN
{
	global = "back";
	self->mine = "";
	names["y"] = self->mine;
	this->gone = global;
	printf("[%s][%s][%s][%s] %d\n", global, self->mine, names["y"], this->gone,
	    names["y"] == NULL);
	self->mine = strchr("key=value", '=');
	global = strchr(global, 'c');
	printf("%s %s %s\n", self->mine, global, strstr("hello", "ll") + 1);
	printf("%d %d\n", (char *)strchr("a", 'b') == NULL, (char *)strchr("a", 'a') != NULL);
	strchr("no one looks", 'z');
}

/* strtok() continues where it was, also if the string is NULL only at run time */
BEGIN
{
	this->gone = NULL;
	printf("%s", strtok("one,two;three", ","));
	printf(" %s", strtok(this->gone, ";"));
	printf(" %s", strtok(NULL, ";"));
	printf(" %d\n", strtok(NULL, ";") == NULL);
}
BEGIN { trace(strtok(NULL, ";")); }
/* a pointer that is 0 makes a NULL string, too */
BEGIN
{
	self->at = 0;
	global = stringof((char *)self->at);
	printf("%d %d %d\n", stringof(self->at) == "", global == NULL, (string)self->at != NULL);
}
BEGIN { trace(global); }
BEGIN { trace(stringof(0)); }
BEGIN { trace(stringof((char *)NULL)); }
BEGIN { trace(copyinstr(0)); }
BEGIN { exit(0); }
