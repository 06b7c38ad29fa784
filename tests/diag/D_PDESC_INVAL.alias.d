/* expect: D_PDESC_INVAL 4:8 "resume:go": an alias is MODULE:FUNCTION:NAME */
provider own
{
	alias resume:go;
	probe go() = BEGIN;
};
