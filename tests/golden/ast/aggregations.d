BEGIN {
	@ = count(); @a = sum(1); @a[pid] = avg(x); @a[pid, execname, stack()] = quantize(y);
	@b[1] = lquantize(z, 0, 100, 10); printa(@a); printa("%@d", @a, @b); trunc(@, 5); clear(@a);
}
