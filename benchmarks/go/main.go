// Command bench renders a template many times with Go's own text/template.
//
// Usage: bench TEMPLATE DATA.json SECONDS. The data is decoded once, into maps and slices. Standard output gets a JSON
// object: the output of one run and the nanoseconds of the fastest batch, for one run.
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"strconv"
	"text/template"
	"time"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	raw, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	seconds, err := strconv.ParseFloat(os.Args[3], 64)
	if err != nil {
		log.Fatal(err)
	}
	var data map[string]any
	if err := json.Unmarshal(raw, &data); err != nil {
		log.Fatal(err)
	}
	t := template.Must(template.New("").Parse(string(text)))
	var out bytes.Buffer
	run := func() {
		out.Reset()
		if err := t.Execute(&out, data); err != nil {
			log.Fatal(err)
		}
	}
	run()
	output := out.String()
	batch := 1
	for {
		start := time.Now()
		for i := 0; i < batch; i++ {
			run()
		}
		if time.Since(start) > 10*time.Millisecond {
			break
		}
		batch *= 2
	}
	best := time.Duration(1 << 62)
	for end := time.Now().Add(time.Duration(seconds * float64(time.Second))); time.Now().Before(end); {
		start := time.Now()
		for i := 0; i < batch; i++ {
			run()
		}
		if took := time.Since(start); took < best {
			best = took
		}
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"output": output, "ns": float64(best.Nanoseconds()) / float64(batch)})
}
