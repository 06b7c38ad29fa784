/* Only the chosen arm is evaluated; a constant condition leaves one arm. */
int x;
BEGIN
{
	x = x > 3 && x < 9 ? x + 1 : x - 1;
	x = 1 ? 5 : x;
}
