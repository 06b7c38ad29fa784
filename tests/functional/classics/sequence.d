/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Pairs of consecutive calls (idiom: the thread's last call kept in a string, a key of two names,
 * `this` first assigned in the predicate's clause).
 */
#pragma D option quiet

syscall::getppid:entry, syscall::read:entry, syscall::write:entry
/pid == $target && self->last != NULL/
{
	@follows[self->last, probefunc] = count();
}

syscall::getppid:entry
/pid == $target/
{
	self->last = "getppid";
}

syscall::read:entry, syscall::write:entry
/self->last != NULL/
{
	self->last = probefunc;
}

END
{
	setopt("aggsortkey");
	printa("%-8s -> %-8s %@d\n", @follows);
}
/* output:
getppid  -> getppid  6
getppid  -> write    1
read     -> read     2
write    -> read     1
write    -> write    3

*/
