nosuch:::start
{
	trace(args[0]->b_edev);
}
/* expect: D_PDESC_ZERO 1:1 probe description nosuch:::start does not match any probes */
