BEGIN
{
	this->x[1, "a"] = 2;
}
/* expect: D_ARR_LOCAL 3:9 */
