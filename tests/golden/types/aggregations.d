/* Keys take the types of the first use. */
BEGIN
{
	@a[pid, execname, stack()] = count();
	@b[timestamp] = quantize(pid);
	@b[pid] = quantize(timestamp, 2);
	printa("%d %@d", @b);
}
