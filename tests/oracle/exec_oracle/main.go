// Command exec_oracle runs templates through Go's own text/template.
//
// Each line of standard input is a request, a JSON object; each line of standard output is its answer. Texts are in
// base64, for they may hold any bytes. Data is JSON in which an object with one key that begins with "$" is a value
// that JSON has not; see value below. An integer in the data is an int, any other number a float64.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"text/template"
	"time"
)

type request struct {
	Templates  [][2][]byte     // name and text; they are parsed in this order into one set
	Execute    []byte          // the name of the template to be run, if not the first
	Data       json.RawMessage //
	MissingKey string          //
	Delims     []string        //
}

type answer struct {
	ParseError []byte `json:",omitempty"`
	ExecError  []byte `json:",omitempty"`
	Panic      []byte `json:",omitempty"`
	Output     []byte // what was written, before the error if there is one
	Tree       []byte `json:",omitempty"` // of the first template
}

// Types that tests/oracle/exec_data.py has by the same names.

type Point struct {
	X, Y  int
	Label string
	Any   any
	Next  *Point
	List  []string
}

func (p Point) Sum() int              { return p.X + p.Y }
func (p Point) Scale(n int) Point     { p.X *= n; p.Y *= n; return p }
func (p Point) Far(a, b float64) bool { return a < b }
func (p Point) Join(sep string, parts ...string) string {
	return p.Label + sep + strings.Join(parts, sep)
}
func (p Point) Echo(v any) any                  { return v }
func (p Point) Refuse(text string) (int, error) { return 7, errors.New("refused " + text) }
func (p Point) Nothing() *Point                 { return nil }

type Title struct{ Text string }

func (t Title) String() string { return "Title " + t.Text }

type Role string

// value reads data.
func value(raw json.RawMessage) any {
	switch raw[0] {
	case 'n':
		return nil
	case 't', 'f':
		return raw[0] == 't'
	case '"':
		var s string
		must(json.Unmarshal(raw, &s))
		return s
	case '[':
		return list(raw)
	case '{':
		var m map[string]json.RawMessage
		must(json.Unmarshal(raw, &m))
		if len(m) == 1 {
			for k, v := range m {
				if strings.HasPrefix(k, "$") {
					return special(k, v)
				}
			}
		}
		out := make(map[string]any, len(m))
		for k, v := range m {
			out[k] = value(v)
		}
		return out
	}
	if i, err := strconv.Atoi(string(raw)); err == nil {
		return i
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	must(err)
	return f
}

func list(raw json.RawMessage) []any {
	var l []json.RawMessage
	must(json.Unmarshal(raw, &l))
	out := make([]any, len(l))
	for i, v := range l {
		out[i] = value(v)
	}
	return out
}

func as[T any](raw json.RawMessage) []T {
	out := []T{}
	for _, v := range list(raw) {
		out = append(out, v.(T))
	}
	return out
}

// special reads a value that JSON has not.
func special(kind string, raw json.RawMessage) any {
	var s string
	if raw[0] == '"' {
		must(json.Unmarshal(raw, &s))
	}
	switch kind {
	case "$text", "$bytes": // in hexadecimal
		data, err := hex.DecodeString(s)
		must(err)
		if kind == "$bytes" {
			return data
		}
		return string(data)
	case "$uint64":
		u, err := strconv.ParseUint(s, 10, 64)
		must(err)
		return u
	case "$float":
		f, err := strconv.ParseFloat(s, 64)
		must(err)
		return f
	case "$complex":
		parts := as[float64](raw)
		return complex(parts[0], parts[1])
	case "$map": // keys and elements in turn, all keys of one type
		items := list(raw)
		if len(items) == 0 {
			return map[string]any{}
		}
		switch items[0].(type) {
		case int:
			return mapOf[int](items)
		case float64:
			return mapOf[float64](items)
		case bool:
			return mapOf[bool](items)
		}
		return mapOf[string](items)
	case "$anymap":
		return mapOf[any](list(raw))
	case "$strings":
		return as[string](raw)
	case "$ints":
		return as[int](raw)
	case "$maps":
		return as[map[string]any](raw)
	case "$counts":
		items := list(raw)
		out := map[string]int{}
		for i := 0; i < len(items); i += 2 {
			out[items[i].(string)] = items[i+1].(int)
		}
		return out
	case "$words":
		items := list(raw)
		out := map[string]string{}
		for i := 0; i < len(items); i += 2 {
			out[items[i].(string)] = items[i+1].(string)
		}
		return out
	case "$role":
		return Role(s)
	case "$title":
		return Title{s}
	case "$point", "$pointer": // X, Y, Label, Any, Next
		items := list(raw)
		p := Point{X: items[0].(int), Y: items[1].(int), Label: items[2].(string), Any: items[3], List: []string{"l"}}
		p.Next, _ = items[4].(*Point)
		if kind == "$point" {
			return p
		}
		return &p
	case "$nil":
		switch s {
		case "*main.Point":
			return (*Point)(nil)
		case "*int":
			return (*int)(nil)
		case "map":
			return map[string]any(nil)
		case "list":
			return []any(nil)
		case "bytes":
			return []byte(nil)
		}
	case "$ptr": // to any other value
		v := reflect.ValueOf(value(raw))
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		return p.Interface()
	case "$chan":
		c := make(chan any)
		go func() {
			for _, v := range list(raw) {
				c <- v
			}
			close(c)
		}()
		return (<-chan any)(c)
	case "$func":
		return funcs[s]
	}
	panic("unknown kind of value " + kind)
}

func mapOf[K comparable](items []any) map[K]any {
	out := map[K]any{}
	for i := 0; i < len(items); i += 2 {
		key, _ := items[i].(K)
		out[key] = items[i+1]
	}
	return out
}

// The functions that tests/oracle/exec_data.py has by the same names.
var funcs = template.FuncMap{
	"add":   func(a, b int) int { return a + b },
	"upper": func(s string) string { return strings.ToUpper(s) },
	"join":  func(sep string, parts ...string) string { return strings.Join(parts, sep) },
	"total": func(numbers ...int) int {
		n := 0
		for _, i := range numbers {
			n += i
		}
		return n
	},
	"half":   func(f float64) float64 { return f / 2 },
	"same":   func(v any) any { return v },
	"pair":   func(a, b any) []any { return []any{a, b} },
	"list":   func(items ...any) []any { return append([]any{}, items...) },
	"invert": func(b bool) bool { return !b },
	"turn":   func(c complex128) complex128 { return c * 1i },
	"size":   func(b []byte) int { return len(b) },
	"count":  func(l []any) int { return len(l) },
	"keys":   func(m map[string]any) int { return len(m) },
	"fail":   func(text string) (string, error) { return "lost", errors.New("failed " + text) },
	"panics": func(text string) string { panic("panicked " + text) },
	"none":   func() any { return nil },
	"inf":    func() float64 { return math.Inf(1) },
}

// limit is how long a template may run; what takes longer goes on in vain.
const limit = 3 * time.Second

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func run(r request) (a answer) {
	var out strings.Builder
	defer func() {
		if p := recover(); p != nil {
			a.Panic = []byte(fmt.Sprint(p))
			a.Output = []byte(out.String())
		}
	}()
	first := template.New(string(r.Templates[0][0])).Funcs(funcs)
	if r.MissingKey != "" {
		first.Option("missingkey=" + r.MissingKey)
	}
	if len(r.Delims) == 2 {
		first.Delims(r.Delims[0], r.Delims[1])
	}
	for i, pair := range r.Templates {
		t := first
		if i > 0 {
			t = first.New(string(pair[0]))
		}
		if _, err := t.Parse(string(pair[1])); err != nil {
			a.ParseError = []byte(err.Error())
			return a
		}
	}
	if first.Tree != nil {
		a.Tree = []byte(first.Root.String())
	}
	var err error
	data := value(r.Data)
	if len(r.Execute) > 0 {
		err = first.ExecuteTemplate(&out, string(r.Execute), data)
	} else {
		err = first.Execute(&out, data)
	}
	a.Output = []byte(out.String())
	if err != nil {
		a.ExecError = []byte(err.Error())
	}
	return a
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			var r request
			must(json.Unmarshal(line, &r))
			done := make(chan answer, 1)
			go func() { done <- run(r) }()
			select {
			case a := <-done:
				must(encoder.Encode(a))
			case <-time.After(limit):
				must(encoder.Encode(answer{Panic: []byte("takes too long")}))
			}
			if in.Buffered() == 0 {
				out.Flush()
			}
		}
		if err != nil {
			return
		}
	}
}
