BEGIN { 1.5 .5 1e5 1.0e-3 1e+7 3.f x.y 1 - 2 }
