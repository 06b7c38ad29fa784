/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Ruby: objects by class, methods by file, garbage collections (idiom: the same key for two
 * aggregations, printed together).
 */
#pragma D option quiet

ruby*:::object-create
{
	@new[copyinstr(arg0), basename(copyinstr(arg1))] = count();
}

ruby*:::method-entry, ruby*:::cmethod-entry
{
	this->method = strjoin(strjoin(copyinstr(arg0), "::"), copyinstr(arg1));
	@calls[this->method, basename(copyinstr(arg2))] = count();
}

ruby*:::gc-mark-begin
{
	self->gc = timestamp;
}

ruby*:::gc-mark-end
/self->gc/
{
	@gc = max(timestamp - self->gc);
	self->gc = 0;
}
/* output:
*/
