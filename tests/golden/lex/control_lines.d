# 10 "ten.d" 1
BEGIN {
#line 20
	a
#line 30 "thirty.d"
	b
  # 40
	c
#ident "anything"
#
#pragma once
#line x
#line 5 file
#nosuch
#error stop here
}
