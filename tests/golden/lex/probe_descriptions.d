syscall::read:entry, syscall:::, *:*[ab]?:[!c]*:x-1.2, 12345 { }
pid$target:libstdc++.so.6:_Z*:entry, pid$1::$2x:$$1 { }
mod`sub:::a\*b { }
:::tick-1s/1/{ }
foo$nosuch:::bar { }
