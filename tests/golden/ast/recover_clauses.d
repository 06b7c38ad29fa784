BEGIN
foo_t x;
a b { c }
BEGIN, { d }
BEGIN /e { f }
BEGIN /g h/ { i }
BEGIN /(j/ { k }
} END { l }
{ m }
/n/ { o }
int p = 1; int q
END { r = ; }
