// SPDX-License-Identifier: BSD-2-Clause
//
// Goroutines whose stacks grow and move, garbage collection, panics that are recovered, channels,
// defer, closures and maps. Prints one line for each, the same every time.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"sync"
)

//go:noinline
func grow(depth int, a [16]int) int {
	if depth == 0 {
		return a[3]
	}
	a[depth%16] = depth
	return grow(depth-1, a) + a[depth%16]
}

//go:noinline
func fail(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	if n%2 == 0 {
		var none []int
		return errors.New(fmt.Sprint(none[n]))
	}
	panic(n)
}

func main() {
	var wait sync.WaitGroup
	results := make(chan int)
	for i := 0; i < 8; i++ {
		wait.Add(1)
		go func(n int) {
			defer wait.Done()
			results <- grow(200+n, [16]int{})
		}(i)
	}
	go func() { wait.Wait(); close(results) }()
	sum := 0
	for r := range results {
		sum += r
	}
	fmt.Println("stacks", sum)

	var text []string
	for i := 0; i < 6; i++ {
		text = append(text, fail(i).Error())
	}
	fmt.Println("panics", strings.Join(text, "; "))

	m := map[string][]byte{}
	for i := 0; i < 300; i++ {
		m[fmt.Sprint(i%50)] = make([]byte, 10000)
	}
	runtime.GC()
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	fmt.Println("map", len(keys), keys[7])
	os.Exit(5)
}
