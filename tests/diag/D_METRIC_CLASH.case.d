/* expect: D_METRIC_CLASH 4:1 @a and @a_sum are both exported as dtrace_a_sum */
/* expect: D_METRIC_CLASH 5:1 dtrace_exporter_probes: this name is for the exporter's own metrics */
/* expect: D_METRIC_CLASH 7:1 @d and @e are both exported as reads_total */
#pragma D metric @a help="time"
#pragma D metric @c name=dtrace_exporter_probes
#pragma D metric @d name=reads
#pragma D metric @e name=reads_total kind=counter
BEGIN
{
	@a = avg(1);
	@a_sum = sum(1);
	@c = count();
	@d = count();
	@e = sum(1);
}
