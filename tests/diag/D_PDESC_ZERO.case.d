nope:::entry
{
}
/* expect: D_PDESC_ZERO 1:1 does not match any probes */
