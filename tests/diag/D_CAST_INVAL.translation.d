/* expect: D_CAST_INVAL 4:8 invalid cast from "psinfo_t" to "uintptr_t" */
BEGIN
{
	trace((uintptr_t)xlate<psinfo_t>(curthread));
}
