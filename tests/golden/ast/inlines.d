inline int MAX = 10;
inline string NAME = "x";
inline int SUM = MAX + 2, DOUBLE = SUM * 2;
inline string state[int n, string s] = n == MAX ? "full" : s;
int table[MAX * 2 + 1];
BEGIN { MAX; state[1, "y"]; }
