/* Inlines are expanded where they are used; constants fold through them. */
inline int debug = 0;
inline string name[int n, int m] = n == m ? "same" : "other";
inline uint8_t low = pid;
BEGIN
{
	debug ? nothing() : trace(1);
	trace(name[1, 1]);
	trace(name[pid, 2]);
	low;
}
