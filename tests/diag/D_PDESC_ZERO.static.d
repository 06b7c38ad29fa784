/* expect: D_PDESC_ZERO 8:1 own:::absent does not match any probes */
/* expect: D_PDESC_ZERO 9:1 own:::derived does not match any probes */
/* expect: D_PDESC_ZERO 10:1 own:::typed does not match any probes */
provider own {
	probe absent() = "there is no such thing"; probe derived() = syscall::nosuch:entry;
	probe typed(int) = syscall::read:entry { curthread->nosuch };
};
own:::absent { }
own:::derived { }
own:::typed { }
