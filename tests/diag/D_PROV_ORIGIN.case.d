/* expect: D_PROV_ORIGIN 5:2 the origin passes 1 argument, probe two has 2 */
/* expect: D_PROV_ORIGIN 6:8 probe none has no origin, others of provider own have */
provider own {
	probe two(int a, int b) =
	syscall::read:entry { 1 };
	probe none(int);
};
