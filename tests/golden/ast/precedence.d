BEGIN {
	a = b ? c : d ? e : f, g;
	a || b ^^ c && d | e ^ f & g == h < i << j + k * l;
	a * b + c << d >= e != f & g ^ h | i && j ^^ k || l;
	a - b - c; a / b / c; a % b % c;
	a = b += c -= d *= e /= f %= g &= h |= i ^= j <<= k >>= l;
	(a, b); f(a, (b, c)); a ? b, c : d;
}
