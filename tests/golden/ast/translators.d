struct out { int pid; string name; };
struct task { int t_pid; char t_comm[16]; };
translator struct out < struct task *T > {
	pid = T->t_pid;
	name = stringof(T->t_comm);
};
typedef struct out out_t;
translator out_t < struct task v > { pid = v.t_pid; };
translator out_t < struct task **v > : *v { pid = 0; };
