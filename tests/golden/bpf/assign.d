/* A global is one load or store, without a lookup. */
int n;
END
{
	n++;
	n = n << 3;
}
