/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Java methods by number of calls (idiom: two copies with one length each, a key of strings).
 */
#pragma D option quiet

hotspot*:::method-entry
{
	this->class = (char *)copyin(arg1, arg2 + 1);
	this->class[arg2] = '\0';
	this->method = (char *)copyin(arg3, arg4 + 1);
	this->method[arg4] = '\0';
	this->name = strjoin(strjoin(stringof(this->class), "."), stringof(this->method));
	@calls[pid, this->name] = count();
}

hotspot*:::object-alloc
{
	this->class = (char *)copyin(arg1, arg2 + 1);
	this->class[arg2] = '\0';
	@new[stringof(this->class)] = sum(arg3);
}

dtrace:::END
{
	printa(" %6d %8@d %s\n", @calls);
	printa(" %8@d %s\n", @new);
}
/* output:
*/
