BEGIN { $0 $1 $2 $3 $$1 $$2 $$3 $pid $target $$pid $4 $nosuch $99999999999999 $ $$ }
