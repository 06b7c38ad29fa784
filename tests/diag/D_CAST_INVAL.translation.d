BEGIN
{
	trace((uintptr_t)xlate<psinfo_t *>(curthread));
}
/* expect: D_CAST_INVAL 3:8 invalid cast from "psinfo_t *" to "uintptr_t" */
