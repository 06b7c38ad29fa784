/* Stacks, histograms and plain numbers for the page, followed by the same as text. */
pid$target:a.out:leaf:entry
{
	@leaf[ustack()] = count();
	@sizes["<b>&"] = quantize(arg0);
	@times = quantize(arg0);
	@largest[probefunc] = max(arg0);
	@spread[probefunc] = percentile(arg0);
}

syscall::getppid:entry
/pid == $target/
{
	@calls[stack(), ustack(), "all"] = count();
	printa(@times);
	clear(@times);
}

END
{
	printa("%k %@d\n", @leaf);
	printa("%@d\n", @sizes);
	printa(@leaf);
	printa(@largest);
	printa(@spread);
	printa(@sizes);
	printa(@calls);
}
