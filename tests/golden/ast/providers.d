provider myserv {
	probe query__start(int fd, char *text);
	probe query__done(int fd, char *text) : (string text, int fd);
	probe idle();
	probe none(void);
	probe three(int, char *, long) : (int, char *);
};
provider empty { };
