/* Integer promotion and the usual arithmetic conversions. */
int8_t c;
uint16_t h;
uint32_t u;
int64_t l;
uint64_t ul;
BEGIN
{
	c + h;
	c + u;
	u + l;
	l * ul;
	~h;
	-c;
	c << l;
	c < u;
	pid == 0 ? c : ul;
}
