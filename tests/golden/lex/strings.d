BEGIN {
	"a\.b\?" "" "abc" "a\tb\n" "quote \" here" "\101\x42\0end" "/* no comment */" "\\"
	"open
	"also open \
	x
}
