/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Callers of a function (idiom: ustack(2) as a key would name places; ufunc(ucaller) names
 * functions).
 */
#pragma D option quiet

pid$target:a.out:step:entry
{
	@callers[ufunc(ucaller)] = count();
}

pid$target:a.out:walk:entry
{
	@callers[ufunc(ucaller)] = count();
}

END
{
	printa("%A %@d\n", @callers);
}
/* output:
errand`errand 3
errand`walk 6

*/
