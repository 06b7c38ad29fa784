// SPDX-License-Identifier: BSD-2-Clause
//
// Once, or with an argument until the end of the input: goroutines whose stacks grow and move, garbage collection, a loop that only signals preempt, a fault that is
// recovered, a profile. Prints the number of calls of build() and deep() in a round, and a sum, the same every time.
package main

// static int twice(int x) { return 2 * x; }
import "C"
import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"time"
)

type node struct{ l, r *node }

var built, dived int64

//go:noinline
func build(depth int) *node {
	atomic.AddInt64(&built, 1)
	if depth == 0 {
		return &node{}
	}
	return &node{build(depth - 1), build(depth - 1)}
}

func (n *node) count() int {
	if n == nil {
		return 0
	}
	return 1 + n.l.count() + n.r.count()
}

//go:noinline
func deep(n int) int {
	var a [32]int
	atomic.AddInt64(&dived, 1)
	a[n%32] = n
	if n == 0 {
		return 0
	}
	return deep(n-1) + a[n%32] - n + 1
}

func fail() {
	defer func() { recover() }()
	var none *node
	none.l = none
}

func spin(stop *int32) {
	for i := 0; i < 1<<40 && *stop == 0; i++ {
	}
}

func round() int {
	sums := make(chan int, 16)
	for i := 0; i < 1000; i++ {
		go func(i int) {
			n := build(4).count() + deep(20+i%100) + int(C.twice(C.int(i)))
			runtime.Gosched()
			if i%50 == 0 {
				time.Sleep(time.Millisecond)
				fail()
			}
			sums <- n
		}(i)
	}
	sum := 0
	for i := 0; i < 1000; i++ {
		sum += <-sums
		if i%250 == 0 {
			runtime.GC()
		}
	}
	return sum
}

func main() {
	var profile bytes.Buffer
	var wait sync.WaitGroup
	var stop int32
	var ended int32
	rounds, sum := 0, 0

	pprof.StartCPUProfile(&profile)
	wait.Add(1)
	go func() { defer wait.Done(); spin(&stop) }()
	if len(os.Args) > 1 {
		go func() { io.Copy(io.Discard, os.Stdin); atomic.StoreInt32(&ended, 1) }()
	} else {
		ended = 1
	}
	fmt.Println("begun")
	for rounds == 0 || atomic.LoadInt32(&ended) == 0 {
		sum += round()
		rounds++
	}
	atomic.StoreInt32(&stop, 1)
	wait.Wait()
	pprof.StopCPUProfile()
	n := int64(rounds)
	fmt.Println(built/n, dived/n, sum/rounds, built%n+dived%n == 0 && profile.Len() > 0)
}
