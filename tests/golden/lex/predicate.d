BEGIN /a / b/ { a / b / c }
syscall::read:entry
/(x / 2) / y[1 / 2] /
{ }
END /x//* a comment */ { }
tick-1s /1/
;
