/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: aarch64 */
/* flags: -q -c $WORKLOAD */
/* The integer arguments of each function are its 1, 2, 3 …, wherever the convention puts them. */
pid$target:a.out:floats_take_no_integer_register:entry
{
	printf("floats %d %d\n", args[1], args[3]);
}
pid$target:a.out:structs_take_registers_for_their_words:entry
{
	printf("structs %d %d\n", args[1], args[3]);
}
pid$target:a.out:mixed_structs_take_integer_registers:entry
{
	printf("mixed %d %d\n", args[1], args[3]);
}
pid$target:a.out:large_structs_take_a_pointer:entry
{
	printf("large %d %d\n", args[1], args[3]);
}
pid$target:a.out:equal_floats_take_no_pointer:entry
{
	printf("equal %d %d\n", args[1], args[3]);
}
pid$target:a.out:wide_integers_begin_at_even_registers:entry
{
	printf("wide %d %d %d %d\n", args[0], args[2], args[3], args[5]);
}
pid$target:a.out:no_register_after_the_stack:entry
{
	printf("no register %d %d %d %d\n", args[0], args[6], args[8], args[9]);
}
pid$target:a.out:wide_integers_are_aligned_on_the_stack:entry
{
	printf("aligned %d %d %d\n", args[7], args[8], args[10]);
}
pid$target:a.out:floats_behind_their_registers_take_the_stack:entry
{
	printf("behind %d %d %d %d\n", args[8], args[14], args[15], args[16]);
}
pid$target:a.out:large_results_take_no_argument:entry
{
	printf("result %d %d\n", args[0], args[1]);
}
pid$target:a.out:more_arguments_may_follow:entry
{
	printf("more %d %d\n", args[0], arg1);
}
/* output:
floats 1 2
structs 1 2
mixed 1 2
large 1 2
equal 1 2
wide 1 2 3 4
no register 1 7 8 9
aligned 8 9 10
behind 1 8 9 10
result 1 2
more 1 3

*/
