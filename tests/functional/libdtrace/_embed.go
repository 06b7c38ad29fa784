// SPDX-License-Identifier: BSD-2-Clause

// A Go program that embeds the library by cgo, and traces its own system calls.
package main

// #cgo LDFLAGS: -ldtrace
// #include <dtrace/dtrace.h>
// #include <stdlib.h>
// void onRecord(void *arg, struct dtrace_record *r);
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"
	"unsafe"
)

// Returns an error of the library as an error of Go.
func take(err *C.struct_dtrace_error) error {
	if err == nil {
		return nil
	}
	defer C.dtrace_error_free(err)
	return errors.New(C.GoString(C.dtrace_error_message(err)))
}

func must(err *C.struct_dtrace_error) {
	if e := take(err); e != nil {
		panic(e)
	}
}

//export onRecord
func onRecord(arg unsafe.Pointer, r *C.struct_dtrace_record) {
	var n C.size_t
	text := C.dtrace_record_bytes(r, 1, &n)
	fmt.Printf("record: %d %s\n", C.dtrace_record_integer(r, 0), C.GoStringN((*C.char)(text), C.int(n)))
}

// Opens a session with a program and checks it.
func open(program string) (*C.struct_dtrace, error) {
	var d *C.struct_dtrace
	must(C.dtrace_open(&d))
	handler := C.struct_dtrace_handler{record: (*[0]byte)(C.onRecord)}
	handler.size = C.size_t(unsafe.Sizeof(handler))
	must(C.dtrace_set_handler(d, &handler))
	text := C.CString(program)
	defer C.free(unsafe.Pointer(text))
	must(C.dtrace_add(d, C.DTRACE_TEXT_NAME, text))
	return d, take(C.dtrace_check(d))
}

func printDiagnostics(d *C.struct_dtrace) {
	var g C.struct_dtrace_diagnostic
	g.size = C.size_t(unsafe.Sizeof(g))
	for i := C.size_t(0); bool(C.dtrace_diagnostic(d, i, &g)); i++ {
		fmt.Printf("%d:%d: %s (%s)\n", g.line, g.column, C.GoString(g.message), C.GoString(g.tag))
	}
}

func printAggregation(d *C.struct_dtrace, name string) {
	var a *C.struct_dtrace_aggregation
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	must(C.dtrace_aggregation_read(d, text, false, &a))
	defer C.dtrace_aggregation_free(a)
	for row := C.size_t(0); row < C.dtrace_aggregation_rows(a); row++ {
		var n C.size_t
		key := C.dtrace_aggregation_key_bytes(a, row, 0, &n)
		fmt.Printf("%s, odd %d: %d\n", C.GoStringN((*C.char)(key), C.int(n)),
			C.dtrace_aggregation_key_integer(a, row, 1), C.dtrace_aggregation_number(a, row))
	}
}

func main() {
	runtime.LockOSThread() // a session stays in one thread

	d, err := open("BEGIN { nosuch(); }")
	fmt.Println("error:", err)
	printDiagnostics(d)
	C.dtrace_close(d)

	d, err = open(`syscall::getpriority:entry /pid == $pid/ { trace((int)arg1); trace("call"); }
		syscall::getpriority:entry /pid == $pid/ { @[probefunc, arg1 % 2] = count(); }`)
	if err != nil {
		panic(err)
	}
	must(C.dtrace_go(d))
	for i := uintptr(0); i < 5; i++ {
		syscall.Syscall(syscall.SYS_GETPRIORITY, 0, i, 0)
	}
	must(C.dtrace_stop(d, false))
	printAggregation(d, "_")
	C.dtrace_close(d)
}
