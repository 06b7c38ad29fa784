# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, for stack()
#
# setopt() of each option that may change during tracing: later output obeys it.
"$DTRACE" -q -s - 2>&1 <<'END' | sed 's/^vmlinux.*/a frame/; s/^ *[0-9]* \( *1 *:BEGIN\|| :BEGIN\)/CPU \1/; s/ *$//'
BEGIN
{
	@["a", 2] = sum(2);
	@["b", 1] = sum(1);
	@one["a", 2] = sum(1);
	@one["b", 1] = sum(3);
	@q["x"] = quantize(3);
	@q["x"] = quantize(40, 3);
	setopt("encoding", "ascii");
	printa("%s %@d %@d\n", @, @one);
	setopt("aggsortkey");
	printa("%s key\n", @);
	setopt("aggsortkeypos", "1");
	printa("%s second key\n", @);
	setopt("aggsortrev", "yes");
	printa("%s second key, reversed\n", @);
	setopt("aggsortkey", "no");
	setopt("aggsortpos", "1");
	printa("%s second value, reversed\n", @, @one);
	setopt("aggsortrev", "off");
	setopt("agghist");
	printa(@one);
	setopt("agghist", "off");
	setopt("aggpack");
	printa(@q);
	setopt("encoding", "utf8");
	printa(@q);
	setopt("aggpack", "no");
	setopt("aggzoom");
	printa(@q);
	setopt("rawbytes");
	trace(curthread->comm);
	setopt("rawbytes", "off");
	trace(curthread->comm);
	setopt("switchrate", "10hz");
	setopt("aggrate", "1s");
	setopt("quietresize");
	setopt("stackindent", "0");
	stack(1);
	setopt("quiet", "off");
	setopt("aggsortpos", "many");
	setopt("encoding", "none");
	setopt("strsize", "100");
	setopt("cpp");
	setopt("quite");
}

/* Without quiet, then indented, then as before. */
BEGIN { trace("columns"); setopt("flowindent"); }
BEGIN { trace("flow"); setopt("flowindent", "no"); }
BEGIN { setopt("quiet"); exit(0); }
END
