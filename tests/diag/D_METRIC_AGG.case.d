/* expect: D_METRIC_AGG 3:1 #pragma D metric: undefined aggregation: @other */
/* expect: D_METRIC_AGG 5:1 @a has a #pragma D metric already */
#pragma D metric @other kind=none
#pragma D metric @a kind=counter
#pragma D metric @a kind=gauge
BEGIN
{
	@a = sum(1);
}
