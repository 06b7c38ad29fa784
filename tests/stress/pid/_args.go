// SPDX-License-Identifier: BSD-2-Clause
//
// Functions with arguments of all kinds in Go's registers and behind them; prints what each gets.
package main

import "fmt"

type point struct{ x, y int64 }
type large struct{ v [4]int64 }
type shape struct {
	name string
	n    int
}

//go:noinline
func add(a int, b int32) int { return a + int(b) }

//go:noinline
func text(s string, n int) int { return len(s) + n }

//go:noinline
func mixed(f float64, a int, p point, b uint8) int { return a + int(b) + int(f) + int(p.x) }

//go:noinline
func big(b large, n int) int { return int(b.v[2]) + n }

//go:noinline
func (s *shape) scale(by int) int { return s.n * by }

//go:noinline
func nine(a, b, c, d, e, f, g, h, i int) int { return a + b + c + d + e + f + g + h + i }

//go:noinline
func pair(a int) (int, error) { return a + 1, nil }

//go:noinline
func blank(_ float64, b int) int { return b }

//go:noinline
func (s *shape) ignored(_ string, by int) int { return by }

func main() {
	s := &shape{"x", 21}
	add(50000, -7)
	fmt.Println("add", 50000, -7)
	text("hello", 33)
	fmt.Println("text", 33)
	mixed(1.5, 11, point{2, 3}, 200)
	fmt.Println("mixed", 11, 200)
	big(large{}, 44)
	fmt.Println("big", 44)
	s.scale(3)
	fmt.Println("scale", s.n, 3)
	nine(1, 2, 3, 4, 5, 6, 7, 8, 60000)
	fmt.Println("nine", 1, 60000)
	n, _ := pair(77)
	fmt.Println("pair", n)
	blank(2.5, 88)
	s.ignored("x", 99)
}
