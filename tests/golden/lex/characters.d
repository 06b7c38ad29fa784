BEGIN {
	'a' 'ab' 'abcdefgh' '\n' '\\' '\'' '"' '\0' '\101' '\x41' '\xff' '\q'
	'' 'abcdefghi' 'open
}
