#!/usr/sbin/dtrace -s
/* one */ BEGIN /* two
lines */ { a /**/ b /* /* not nested */ c // not D
	d / e }
