END {
	auto break case char const continue counter default do double else enum extern float for goto
	if import inline int long offsetof probe provider register restrict return self short signed
	sizeof static string stringof struct switch this translator typedef union unsigned userland
	void volatile while xlate ifx intx
}
