/* engine: in the kernel, as its probes */
/* Strings of 64 KB everywhere: what functions make of them, variables of all kinds, keys. */
/* flags: -q -x strsize=64k -c $WORKLOAD */

syscall::truncate:entry
/pid == $target && arg1 >= 10/
{
	this->s = copyinstr(arg0);
	self->s = this->s;
	text = this->s;
	printf("%d: %d %d %d\n", arg1, strlen(this->s), strlen(self->s), strlen(text));
}

syscall::truncate:entry
/pid == $target && arg1 == 10/
{
	printf("same: %d %d %d\n", this->s == text, self->s == text, stringof(copyin(arg0, 65536)) == text);
	this->size = arg1 + 65526;
	printf("copyin: %d\n", stringof(copyin(arg0, this->size)) == text);
	this->p = (char *)alloca(65536);
	copyinto(arg0, 65536, this->p);
	printf("copyinto: %d\n", stringof(this->p) == text);
	printf("other: %d %d\n", text == strjoin(substr(text, 0, 65534), "l"), text < "/Q");
	printf("substr: %s %s %d\n", substr(self->s, 65526), substr(text, -9, 5),
	    strlen(substr(this->s, 1)));
	printf("index: %d %d %d\n", index(this->s, "TAIL"), rindex(self->s, "/"), index(text, ",d", 99));
	printf("strstr: %s %d\n", strstr(this->s, "dir/"), strstr(this->s, "nowhere") == NULL);
	printf("strchr: %s %s\n", strchr(self->s, ','), strrchr(text, '/'));
	printf("names: %s %d\n", basename(self->s), strlen(dirname(text)));
}

syscall::truncate:entry
/pid == $target && arg1 == 10/
{
	/* Strings that do not fit are truncated. */
	this->j = strjoin(this->s, "beyond");
	printf("strjoin: %d %d\n", strlen(this->j), this->j == text);
	this->j = strjoin(substr(text, 0, 65000), text);
	printf("strjoin: %d %s\n", strlen(this->j), substr(this->j, 64997, 9));
	printf("case: %s %s\n", substr(toupper(self->s), 65520), substr(tolower(self->s), 65520));
	printf("back: %d\n", tolower(toupper(self->s)) == tolower(text));
	printf("strtok: %d", strlen(strtok(this->s, ",")));
	printf(" %s", strtok(NULL, ",/"));
	printf(" %s\n", strtok(NULL, ","));
}

syscall::truncate:entry
/pid == $target && arg1 == 10/
{
	of[text] = 1;
	of[this->s]++;
	self->of[self->s, 1] = self->s;
	texts[1] = self->s;
	@[text, 1] = count();
	@[self->s, 1] = count();
	@[texts[1], 1] = count();
	self->n = of[self->s];
	printf("keys: %d %d %d\n", self->n, self->of[text, 1] == text, texts[1] == text);
	printa("%40.3s %d: %@d\n", @);
	of[text] = 0;
	printf("freed: %d\n", of[this->s]);
	self->s = 0;
	printf("freed: %d\n", self->s == NULL);
}

syscall::truncate:entry
/pid == $target && arg1 == 11/
{
	printf("json: %s %d\n", json(text, "last[1].value"), strlen(json(self->s, "pad")));
}

syscall::truncate:entry
/pid == $target && arg1 == 12/
{
	printf("strtoll: %d\n", strtoll(self->s));
}

syscall::truncate:entry
/pid == $target && arg1 == 13/
{
	printf("cleanpath: %s\n", cleanpath(self->s));
}

syscall::truncate:entry
/pid == $target && arg1 == 14/
{
	printf("cut: %s\n", substr(self->s, 65531));
}
/* output:
10: 65535 65535 65535
same: 1 1 1
copyin: 1
copyinto: 1
other: 0 1
substr: ,dir/TAIL ,dir/ 65534
index: 65531 65530 65526
strstr: dir/TAIL 1
strchr: ,dir/TAIL /TAIL
names: TAIL 65530
strjoin: 65536 0
strjoin: 65536 lmn/Path/
case: 456789,DIR/TAIL 456789,dir/tail
back: 1
strtok: 65526 dir /TAIL
keys: 2 1 1
                                     /Pa 1: 3
freed: 0
freed: 1
11: 65535 65535 65535
json: found 65491
12: 65535 65535 65535
strtoll: -1234567
13: 65535 65535 65535
cleanpath: /end
14: 65536 65536 65536
cut: -----

*/
