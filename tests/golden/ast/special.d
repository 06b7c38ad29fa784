BEGIN {
	offsetof(struct s, member); offsetof(s_t, counter); xlate <struct t *> (p)->m; xlate <t_t> (p);
	sizeof (struct s { int x; });
}
