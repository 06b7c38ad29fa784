/* expect: D_METRIC_LABELS 3:1 @a has 2 keys, labels= has 1 */
/* expect: D_METRIC_LABELS 4:1 the label le has a meaning of its own in metrics */
#pragma D metric @a labels=one
#pragma D metric @b labels=le
BEGIN
{
	@a[pid, tid] = count();
	@b[pid] = count();
}
