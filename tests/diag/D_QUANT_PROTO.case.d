BEGIN
{
	@ = quantize(1, 2, 3);
}
/* expect: D_QUANT_PROTO 3:6 */
