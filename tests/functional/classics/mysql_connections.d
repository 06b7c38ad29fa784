/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/* Lifetime and commands of MySQL connections (idiom: arrays by the connection's number). */
#pragma D option quiet

mysql*:::connection-start
{
	who[arg0] = copyinstr(arg1);
	since[arg0] = timestamp;
}

mysql*:::command-start
/since[arg0]/
{
	@commands[who[arg0]] = count();
}

mysql*:::connection-done
/since[arg1]/
{
	@seconds[who[arg1]] = avg((timestamp - since[arg1]) / 1000000000);
	since[arg1] = 0;
	who[arg1] = 0;
}
/* output:
*/
