/* flags: -q */
/* A value of an inline, or of a member that a translator makes, has the type that is declared. */
enum which { ERR = -1, STD, FILES };
inline enum which kind[int64_t n] = n < 0 ? ERR : n < 3 ? STD : FILES;
inline struct task_struct *mine = (void *)curthread;
struct out { enum which w; pid_t p; struct task_struct *t; };
translator struct out < struct task_struct *T > {
	w = T->pid > 0 ? 1 : 0;
	p = 7 + 0 * T->pid;
	t = (void *)T;
};

BEGIN
{
	@[kind[pid]] = count();
	printa("%s\n", @);
	print(kind[1 - pid]);
	printf("\n%d\n", mine->tgid == pid);
	print(xlate<struct out>(curthread).w);
	print(xlate<struct out>(curthread).p);
	printf("\n%s %d\n", xlate<struct out>(curthread).w, xlate<struct out>(curthread).t->tgid == pid);
	exit(0);
}
/* output:
FILES
enum which ERR
1
enum which FILESpid_t 0x7
FILES 1

*/
