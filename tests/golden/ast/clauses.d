syscall::read:entry { a }
syscall:::entry, syscall:::return { b }
a, b:c, d:e:f, g:h:i:j, :::, 42 { }
BEGIN /x/ { }
BEGIN /x/;
END
/x == 1 &&
 y == 2/
{
	z;
};
tick-1s / x / 2 / ;
