BEGIN
{
	trace(curthread->comm[16]);
}
/* expect: D_ARR_BOUNDS 3:23 index 16 is out of bounds: the array has 16 elements */
