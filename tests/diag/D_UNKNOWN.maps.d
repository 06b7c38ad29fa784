/* expect: D_UNKNOWN 2:1 too many associative arrays and aggregations with keys: 68 maps in one program */
BEGIN
{
	if (pid) {
		@a0[pid] = count(); @a1[pid] = count(); @a2[pid] = count(); @a3[pid] = count();
		@a4[pid] = count(); @a5[pid] = count(); @a6[pid] = count(); @a7[pid] = count();
		@a8[pid] = count(); @a9[pid] = count(); @a10[pid] = count(); @a11[pid] = count();
		@a12[pid] = count(); @a13[pid] = count(); @a14[pid] = count(); @a15[pid] = count();
		@a16[pid] = count(); @a17[pid] = count(); @a18[pid] = count(); @a19[pid] = count();
		@a20[pid] = count(); @a21[pid] = count(); @a22[pid] = count(); @a23[pid] = count();
		@a24[pid] = count(); @a25[pid] = count(); @a26[pid] = count(); @a27[pid] = count();
		@a28[pid] = count(); @a29[pid] = count(); @a30[pid] = count(); @a31[pid] = count();
		@a32[pid] = count(); @a33[pid] = count(); @a34[pid] = count(); @a35[pid] = count();
		@a36[pid] = count(); @a37[pid] = count(); @a38[pid] = count(); @a39[pid] = count();
		@a40[pid] = count(); @a41[pid] = count(); @a42[pid] = count(); @a43[pid] = count();
		@a44[pid] = count(); @a45[pid] = count(); @a46[pid] = count(); @a47[pid] = count();
		@a48[pid] = count(); @a49[pid] = count(); @a50[pid] = count(); @a51[pid] = count();
		@a52[pid] = count(); @a53[pid] = count(); @a54[pid] = count(); @a55[pid] = count();
		@a56[pid] = count(); @a57[pid] = count(); @a58[pid] = count(); @a59[pid] = count();
		@a60[pid] = count(); @a61[pid] = count(); @a62[pid] = count(); @a63[pid] = count();
		@a64[pid] = count();
	}
}
