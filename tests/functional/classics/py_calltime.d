/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Python functions with inclusive and exclusive times (idiom: self->exclude[] by depth, times
 * summed by file and function).
 */
#pragma D option quiet

python*:::function-entry
{
	self->depth++;
	self->exclude[self->depth] = 0;
	self->function[self->depth] = timestamp;
}

python*:::function-return
/self->function[self->depth]/
{
	this->incl = timestamp - self->function[self->depth];
	this->excl = this->incl - self->exclude[self->depth];
	self->function[self->depth] = 0;
	self->exclude[self->depth] = 0;
	this->file = basename(copyinstr(arg0));
	this->name = copyinstr(arg1);
	@num[this->file, "func", this->name] = count();
	@incl[this->file, "func", this->name] = sum(this->incl);
	@excl[this->file, "func", this->name] = sum(this->excl);
	self->depth--;
	self->exclude[self->depth] += this->incl;
}

END
{
	normalize(@incl, 1000);
	normalize(@excl, 1000);
	printa("%-20s %-6s %-30s %@8d %@10d %@10d\n", @num, @incl, @excl);
}
/* output:
*/
