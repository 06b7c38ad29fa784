/* Conversions to strings, and their places. */
struct s { char n[8]; char *p; };
string g;
BEGIN
/g == "x" && g != NULL/
{
	this->p = (struct s *)arg0;
	g = this->p->n;
	g = stringof(this->p->p);
	g < this->p->p;
	strlen(this->p->n);
	(string)arg0;
	g == "a" ? g : NULL;
}
