BEGIN {
	plain _under x9 `jiffies vmlinux`jiffies mod`sub`x
	@agg @ @_1 @[ self this stringof sizeof
}
