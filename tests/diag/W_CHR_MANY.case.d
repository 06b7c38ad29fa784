/* expect: W_CHR_MANY 4:8 'x yz' is the number 2015394170 */
BEGIN
{
	trace('x yz');
	trace('x');
	printf("%c %c", 'y', '\377');
	exit('abc' == 6382179 ? 0 : 1);
}
