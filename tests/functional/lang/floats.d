/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* Arithmetic of floating-point numbers: conversions, operators, comparisons, variables. */
double declared;
float narrow;

BEGIN
{
	this->third = (double)10 / 3;
	printf("%.2f %.15g %e %G\n", this->third, this->third, this->third, -this->third);
	printf("%g %g %g %g\n", this->third + 1, 1 - this->third, this->third * this->third, 7 / this->third);
	printf("%d %d %d %d\n", (int)this->third, (int)-this->third, (int64_t)(this->third * 1000),
	    (uint8_t)(this->third * 100));
	printf("%.17g %.17g\n", (double)(1ULL << 63), (double)((1LL << 53) + 1));
	printf("%.17g %d\n", (float)this->third, sizeof(this->third));
}

BEGIN
{
	this->big = (double)(1LL << 62);
	this->big = this->big * this->big * this->big;
	printf("%d %d %u\n", (int64_t)this->big, (int64_t)-this->big, (uint64_t)this->big);
	this->nan = (double)0 / 0;
	printf("%g %d %d %d %d\n", (double)1 / 0, this->nan == this->nan, this->nan != this->nan,
	    this->nan < 1, (int)this->nan);
	printf("%d %d\n", (bool)((double)1 / 2), (bool)(double)0);
	this->inf = (double)1 / 0;
	printf("%d %d %d %d %d %d\n", (int)this->inf, (int)-this->inf, (int16_t)this->big, (int16_t)-this->big,
	    (int8_t)this->inf, (int8_t)-this->inf);
	printf("%u %u %u %u %u %u\n", (uint32_t)this->inf, (uint32_t)-this->inf, (uint16_t)this->big,
	    (uint8_t)-this->big, (uint64_t)this->inf, (uint64_t)-this->inf);
	printf("%d %d %d %u\n", (int8_t)(double)127, (int8_t)(double)-128, (int8_t)(double)-129,
	    (uint8_t)(double)255);
}

BEGIN
{
	this->half = (double)1 / 2;
	printf("%d %d %d %d %d %d\n", this->half < 1, this->half <= 0, this->half > 0, this->half >= 1,
	    this->half == 1, this->half != 1);
	printf("%d %d\n", -this->half < 0 && !(this->half == 0), (double)-1 > 0u);
	printf("%g\n", this->half > 0 ? this->half : 3);
}

BEGIN
{
	declared = 3;
	declared = declared / 4;
	narrow = declared;
	global = declared * 2;
	self->t = global * global;
	elements[1] = self->t + narrow;
	printf("%g %g %g %g %g %g\n", declared, narrow, global, self->t, elements[1], elements[2]);
	self->t = 0;
	elements[1] = 0;
	printf("%g %g\n", self->t, elements[1]);
	narrow += declared;
	elements[3] += declared;
	this->sum -= declared;
	declared *= 2;
	this->f = (float)1;
	printf("%g %g %g %g %g\n", narrow, elements[3], this->sum, declared /= 4, this->f += 2);
	trace(declared);
	trace(narrow);
	printf("\n");
	print(declared);
	@average = avg((int64_t)(global * 1000));
	@log = quantize((int64_t)(declared * 1000));
	exit(0);
}

ERROR
{
	printf("error %d\n", arg4);
}
/* output:
3.33 3.33333333333333 3.333333e+00 -3.33333
4.33333 -2.33333 11.1111 2.1
3 -3 3333 255
9.2233720368547758e+18 9007199254740992
3.3333332538604736 8
9223372036854775807 -9223372036854775808 18446744073709551615
inf 0 1 0 0
1 0
2147483647 -2147483648 32767 -32768 127 -128
4294967295 0 65535 0 18446744073709551615 0
127 -128 -128 255
1 0 1 0 0 1
1 0
0.5
0.75 0.75 1.5 2.25 3 0
0 0
1.5 0.75 -0.75 0.375 3
0.3751.5
double 0.375
             1500

           value  ------------- Distribution ------------- count    
             128 |                                         0        
             256 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
             512 |                                         0        

*/
