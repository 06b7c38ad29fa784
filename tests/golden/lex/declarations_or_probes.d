int x; self int y; string s[int];
