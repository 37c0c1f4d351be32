// Command fmt_oracle answers what Go makes of values as text. It reads requests, one JSON object a line, from the
// standard input and answers each with one line.
//
// Bytes are in base64 throughout. A value is null or [tag, content]; see value below.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"text/template"
	"unicode"
)

type request struct {
	Op     string
	Text   []byte
	Args   []json.RawMessage
	Number string
	Format string
	Prec   int
	Bits   int
	Base   int
}

type answer struct {
	Out []byte
	Err string `json:",omitempty"`
}

// Types that the Python side knows by the same names.

type Role string

type Word string

func (w Word) String() string { return "<" + string(w) + ">" }

type Point struct {
	X, Y int
}

type Title struct {
	Text string
}

func (t Title) String() string { return "Title " + t.Text }

type Raw struct {
	Text string
}

func (r Raw) MarshalJSON() ([]byte, error) { return []byte(r.Text), nil }

type Node struct {
	Name  string         `json:"name"`
	Note  string         `json:"note,omitempty"`
	Count int            `json:"count,omitempty"`
	Score float64        `json:"score,omitempty"`
	Flag  bool           `json:"flag,omitempty"`
	Data  []byte         `json:"data,omitempty"`
	Items []any          `json:"items,omitempty"`
	Attrs map[string]any `json:"attrs,omitempty"`
	Point *Point         `json:"point,omitempty"`
	Any   any            `json:"any,omitempty"`
	List  []any
	Table map[string]any
	Here  Point `json:"here"`
	Title Title
	Gone  int `json:"-"`
}

var kinds = map[string]reflect.Type{
	"int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](), "int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](),
	"uint": reflect.TypeFor[uint](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](), "uint32": reflect.TypeFor[uint32](),
	"uintptr": reflect.TypeFor[uintptr](),
}

func decode[T any](raw json.RawMessage) T {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		panic(fmt.Sprintf("%s: %v", raw, err))
	}
	return v
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func float(bits string) float64 { return math.Float64frombits(must(strconv.ParseUint(bits, 16, 64))) }

func values(raw json.RawMessage) []any {
	list := []any{}
	for _, item := range decode[[]json.RawMessage](raw) {
		list = append(list, value(item))
	}
	return list
}

func entries[K comparable](raw json.RawMessage, key func(json.RawMessage) K) map[K]any {
	table := map[K]any{}
	for _, entry := range decode[[][2]json.RawMessage](raw) {
		table[key(entry[0])] = value(entry[1])
	}
	return table
}

func str(raw json.RawMessage) string { return string(decode[[]byte](raw)) }

func value(raw json.RawMessage) any {
	if string(raw) == "null" {
		return nil
	}
	pair := decode[[]json.RawMessage](raw)
	tag, in := decode[string](pair[0]), pair[1]
	if t, ok := kinds[tag]; ok {
		v := reflect.New(t).Elem()
		if v.CanInt() {
			v.SetInt(must(strconv.ParseInt(decode[string](in), 10, 64)))
		} else {
			v.SetUint(must(strconv.ParseUint(decode[string](in), 10, 64)))
		}
		return v.Interface()
	}
	switch tag {
	case "bool":
		return decode[bool](in)
	case "int":
		return must(strconv.Atoi(decode[string](in)))
	case "uint64":
		return must(strconv.ParseUint(decode[string](in), 10, 64))
	case "float64":
		return float(decode[string](in))
	case "float32":
		return float32(float(decode[string](in)))
	case "complex128", "complex64":
		parts := decode[[2]string](in)
		c := complex(float(parts[0]), float(parts[1]))
		if tag == "complex64" {
			return complex64(c)
		}
		return c
	case "string":
		return str(in)
	case "Role":
		return Role(str(in))
	case "Word":
		return Word(str(in))
	case "bytes":
		return decode[[]byte](in)
	case "list":
		return values(in)
	case "nil list":
		return []any(nil)
	case "ints":
		return decode[[]int](in)
	case "strings":
		list := []string{}
		for _, item := range decode[[][]byte](in) {
			list = append(list, string(item))
		}
		return list
	case "map":
		return entries(in, str)
	case "nil map":
		return map[string]any(nil)
	case "int map":
		return entries(in, decode[int])
	case "uint8 map":
		return entries(in, decode[uint8])
	case "bool map":
		return entries(in, decode[bool])
	case "float map":
		return entries(in, func(raw json.RawMessage) float64 { return float(decode[string](raw)) })
	case "Word map":
		return entries(in, func(raw json.RawMessage) Word { return Word(str(raw)) })
	case "any map":
		return entries(in, value)
	case "Point", "*Point":
		p := point(in)
		if tag == "*Point" {
			return &p
		}
		return p
	case "Title":
		return Title{str(in)}
	case "*Title":
		return &Title{str(in)}
	case "nil *Title":
		return (*Title)(nil)
	case "nil *Point":
		return (*Point)(nil)
	case "Raw":
		return Raw{str(in)}
	case "*Raw":
		return &Raw{str(in)}
	case "*list":
		list := values(in)
		return &list
	case "*map":
		table := entries(in, str)
		return &table
	case "Node", "*Node":
		n := node(in)
		if tag == "*Node" {
			return &n
		}
		return n
	case "func":
		return func(string) int { return 0 }
	case "nil func":
		return (func(string) int)(nil)
	}
	panic("unknown tag " + tag)
}

func point(in json.RawMessage) Point {
	xy := decode[[2]int](in)
	return Point{xy[0], xy[1]}
}

func node(in json.RawMessage) Node {
	f := decode[map[string]json.RawMessage](in)
	n := Node{Name: str(f["Name"]), Note: str(f["Note"]), Count: decode[int](f["Count"]), Flag: decode[bool](f["Flag"])}
	n.Score = float(decode[string](f["Score"]))
	n.Data = decode[[]byte](f["Data"])
	n.Items, _ = value(f["Items"]).([]any)
	n.Attrs, _ = value(f["Attrs"]).(map[string]any)
	n.Point, _ = value(f["Point"]).(*Point)
	n.Any = value(f["Any"])
	n.List, _ = value(f["List"]).([]any)
	n.Table, _ = value(f["Table"]).(map[string]any)
	n.Here, n.Title = point(f["Here"]), Title{str(f["Title"])}
	n.Gone = 7
	return n
}

// classes tells for each code point which classes it is in, as the bits of a byte.
func classes() string {
	has := []func(rune) bool{unicode.IsLetter, unicode.IsDigit, unicode.IsUpper, unicode.IsSpace, unicode.IsPrint, unicode.IsGraphic}
	table := make([]byte, unicode.MaxRune+1)
	for r := range table {
		for i, is := range has {
			if is(rune(r)) {
				table[r] |= 1 << i
			}
		}
	}
	return string(table)
}

func handle(r request) (out string, err error) {
	text := string(r.Text)
	args := make([]any, len(r.Args))
	for i, raw := range r.Args {
		args[i] = value(raw)
	}
	switch r.Op {
	case "sprintf":
		return fmt.Sprintf(text, args...), nil
	case "sprint":
		return fmt.Sprint(args...), nil
	case "sprintln":
		return fmt.Sprintln(args...), nil
	case "json":
		b, err := json.Marshal(args[0])
		return string(b), err
	case "quote":
		return strconv.Quote(text), nil
	case "quote_to_ascii":
		return strconv.QuoteToASCII(text), nil
	case "can_backquote":
		return strconv.FormatBool(strconv.CanBackquote(text)), nil
	case "quote_rune":
		return strconv.QuoteRune(rune(must(strconv.Atoi(r.Number)))), nil
	case "quote_rune_to_ascii":
		return strconv.QuoteRuneToASCII(rune(must(strconv.Atoi(r.Number)))), nil
	case "unquote":
		return strconv.Unquote(text)
	case "unquote_char":
		var quote byte
		if r.Format != "" {
			quote = r.Format[0]
		}
		char, multibyte, tail, err := strconv.UnquoteChar(text, quote)
		return fmt.Sprintf("%d %t %s", char, multibyte, tail), err
	case "format_float":
		return strconv.FormatFloat(float(r.Number), r.Format[0], r.Prec, r.Bits), nil
	case "format_int":
		return strconv.FormatInt(must(strconv.ParseInt(r.Number, 10, 64)), r.Base), nil
	case "parse_int":
		i, err := strconv.ParseInt(text, r.Base, r.Bits)
		return strconv.FormatInt(i, 10), err
	case "parse_uint":
		i, err := strconv.ParseUint(text, r.Base, r.Bits)
		return strconv.FormatUint(i, 10), err
	case "parse_float":
		f, err := strconv.ParseFloat(text, 64)
		return strconv.FormatUint(math.Float64bits(f), 16), err
	case "classes":
		return classes(), nil
	case "html_escape":
		return template.HTMLEscapeString(text), nil
	case "js_escape":
		return template.JSEscapeString(text), nil
	case "url_query_escape":
		return url.QueryEscape(text), nil
	}
	panic("unknown op " + r.Op)
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<28)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		text, err := handle(decode[request](in.Bytes()))
		a := answer{Out: []byte(text)}
		if err != nil {
			a = answer{Err: err.Error()}
		}
		line := must(json.Marshal(a))
		must(out.Write(append(line, '\n')))
	}
}
