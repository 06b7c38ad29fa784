/* expect: D_PROV_CLAUSE 5:24 a provider's clause may only assign to variables */
/* expect: D_PROV_CLAUSE 7:34 a provider's clause may only assign to variables */
/* expect: D_PROV_CLAUSE 9:2 a provider's clause must assign a variable */
provider own {
	syscall::read:entry { trace(1); self->fine = 1; }
	probe end() = syscall::read:return /self->fine/;
	syscall::read:return { if (pid) @count = count(); }

	syscall::write:entry { }
};
