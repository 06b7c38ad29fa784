/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Hosts that a browser waits for (idiom: a name of the command line in a predicate, parts of a
 * text by index() and substr(), strtok()).
 */
#pragma D option quiet
#pragma D option defaultargs

dtrace:::BEGIN
{
	browser = $$1 == "" ? "firefox" : $$1;
}

syscall::write:entry, syscall::sendto:entry
/execname == browser && arg2 > 16/
{
	this->text = copyinstr(arg1, 256);
	this->get = substr(this->text, 0, 4) == "GET ";
	this->at = index(this->text, "Host: ");
}

syscall::write:entry, syscall::sendto:entry
/this->get && this->at > 0/
{
	self->host = strtok(substr(this->text, this->at + 6), "\r\n");
	self->fd = arg0;
	self->asked = timestamp;
}

syscall::read:return, syscall::recvfrom:return
/self->asked && (int)arg0 > 0/
{
	@num[self->host] = count();
	@max[self->host] = max((timestamp - self->asked) / 1000000);
	self->asked = 0;
	self->host = 0;
	self->fd = 0;
}
/* output:
*/
