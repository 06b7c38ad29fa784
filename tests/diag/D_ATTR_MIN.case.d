/* flags: -x amin=Stable/Stable/Common */
#pragma D attributes Evolving/Stable/Common shaky
inline int shaky = pid;
#pragma D attributes Private/Private/Unknown counter_of_mine

syscall::read:entry
{
	trace(shaky);
	counter_of_mine = 1;
	trace(counter_of_mine);
}
/* expect: D_ATTR_MIN 6:1 attributes for probe description syscall::read:entry */
/* expect: D_ATTR_MIN 8:8 attributes for shaky (Evolving/Stable/Common) are less than predefined minimum */
/* expect: D_ATTR_MIN 9:2 counter_of_mine (Private/Private/Unknown) */
/* expect: D_ATTR_MIN 10:8 */
