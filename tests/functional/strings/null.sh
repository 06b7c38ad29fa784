# SPDX-License-Identifier: BSD-2-Clause
#
# Strings that are not there.
"$DTRACE" -q -s /dev/stdin 2> /dev/null <<'END'
/* What is not found is NULL: a string that equals "" and that every function takes without a fault. */
string unset;

BEGIN
{
	set["there"] = "x";
	this->none = strstr("hello", "z");
	printf("%d %d %d %d\n", strchr("hello", 'z') == NULL, strrchr("hello", 'z') == NULL,
	    strtok(",", ",") == NULL, json("{}", "a") == NULL);
	printf("%d %d %d %d\n", this->none == NULL, this->none == "", unset == NULL,
	    set["missing"] == NULL);
	printf("[%s][%S][%s]\n", this->none, strchr("hello", 'z'), set["missing"]);
	printf("%d %d [%s][%s][%s][%s]\n", strlen(this->none), index(NULL, "a"),
	    strjoin(this->none, "x"), substr(NULL, 0), toupper(NULL), basename(NULL));
	@[this->none] = count();
}

/* The address 0 is another matter. */
BEGIN { trace(stringof(0)); }
BEGIN { trace(stringof((char *)NULL)); }
BEGIN { trace(copyinstr(0)); }
ERROR { printf("fault %d %x\n", arg4, arg5); }
BEGIN { exit(0); }
END
