// Command parse_oracle says what Go's text/template/parse makes of templates.
//
// It reads a JSON object a line and answers with one. Texts are base64, since a template may hold any bytes.
// Positions are in bytes.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"sort"
	"strings"
	"text/template/parse"
)

type question struct {
	Name     []byte   `json:"name"`
	Text     []byte   `json:"text"`
	Left     []byte   `json:"left"`
	Right    []byte   `json:"right"`
	Funcs    []string `json:"funcs"`
	Comments bool     `json:"comments"`
}

type answer struct {
	Error []byte `json:"error,omitempty"`
	Trees []tree `json:"trees,omitempty"`
}

type tree struct {
	Name   []byte   `json:"name"`
	String []byte   `json:"string"`
	Nodes  [][]byte `json:"nodes"`
}

// describe tells a node's type, position and, where String does not show it all, its value.
func describe(n parse.Node) []byte {
	s := fmt.Sprintf("%s %d", reflect.TypeOf(n).Elem().Name(), n.Position())
	switch n := n.(type) {
	case *parse.NumberNode:
		s += fmt.Sprintf(" %v %v %v %v %d %d", n.IsInt, n.IsUint, n.IsFloat, n.IsComplex, n.Int64, n.Uint64)
		for _, f := range []float64{n.Float64, real(n.Complex128), imag(n.Complex128)} {
			s += fmt.Sprintf(" %016x", math.Float64bits(f))
		}
	case *parse.StringNode:
		s += " " + n.Text
	case *parse.TextNode:
		s += " " + string(n.Text)
	case *parse.TemplateNode:
		s += " " + n.Name
	case *parse.FieldNode:
		s += " " + strings.Join(n.Ident, " ")
	case *parse.VariableNode:
		s += " " + strings.Join(n.Ident, " ")
	case *parse.ChainNode:
		s += " " + strings.Join(n.Field, " ")
	}
	return []byte(s)
}

func branch(b *parse.BranchNode) []parse.Node {
	nodes := []parse.Node{b.Pipe, b.List}
	if b.ElseList != nil {
		nodes = append(nodes, b.ElseList)
	}
	return nodes
}

func children(n parse.Node) []parse.Node {
	var nodes []parse.Node
	switch n := n.(type) {
	case *parse.ListNode:
		return n.Nodes
	case *parse.ActionNode:
		return []parse.Node{n.Pipe}
	case *parse.PipeNode:
		for _, v := range n.Decl {
			nodes = append(nodes, v)
		}
		for _, c := range n.Cmds {
			nodes = append(nodes, c)
		}
	case *parse.CommandNode:
		return n.Args
	case *parse.ChainNode:
		return []parse.Node{n.Node}
	case *parse.IfNode:
		return branch(&n.BranchNode)
	case *parse.RangeNode:
		return branch(&n.BranchNode)
	case *parse.WithNode:
		return branch(&n.BranchNode)
	case *parse.TemplateNode:
		if n.Pipe != nil {
			return []parse.Node{n.Pipe}
		}
	}
	return nodes
}

func walk(n parse.Node, found *[][]byte) {
	*found = append(*found, describe(n))
	for _, child := range children(n) {
		walk(child, found)
	}
}

func ask(q question) (a answer) {
	funcs := map[string]any{}
	for _, name := range q.Funcs {
		funcs[name] = true
	}
	trees := map[string]*parse.Tree{}
	t := parse.New(string(q.Name))
	if q.Comments {
		t.Mode = parse.ParseComments
	}
	if _, err := t.Parse(string(q.Text), string(q.Left), string(q.Right), trees, funcs); err != nil {
		return answer{Error: []byte(err.Error())}
	}
	for name, t := range trees {
		found := [][]byte{}
		walk(t.Root, &found)
		a.Trees = append(a.Trees, tree{[]byte(name), []byte(t.Root.String()), found})
	}
	sort.Slice(a.Trees, func(i, j int) bool { return string(a.Trees[i].Name) < string(a.Trees[j].Name) })
	return a
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	decoder, encoder := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var q question
		if err := decoder.Decode(&q); err != nil {
			break
		}
		if err := encoder.Encode(ask(q)); err != nil {
			panic(err)
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}
