/* expect: D_PDESC_ZERO 6:1 probe description own:::not-a-thread does not match any probes */
provider own {
	probe not__a__thread() = sdt:sched::sched_switch { curthread = args[0] };
	probe not__there() = syscall::read:entry { curthread = args[0] };
};
own:::not-a-thread { }
