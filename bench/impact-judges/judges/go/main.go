// Judges mutations of a Go module with go/types.
//
//	go run main.go project.go mutations.go judge.go ROOT
//
// First it prints {"file"} for each file that it checks, and the possible mutations of exported symbols, one
// JSON value per line, then an empty line. Then it reads mutations from its input, one per line, and prints a
// verdict for each.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
)

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		panic(err)
	}
	project := load(root)
	writer := bufio.NewWriter(os.Stdout)
	out := json.NewEncoder(writer)
	paths := make([]string, 0, len(project.own))
	for path := range project.own {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	for _, path := range paths {
		out.Encode(map[string]string{"file": project.relative(path)})
	}
	for _, path := range paths {
		for _, found := range mutationsIn(project, path) {
			out.Encode(found)
		}
	}
	fmt.Fprintln(writer)
	writer.Flush()
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var next mutation
		if err := json.Unmarshal(lines.Bytes(), &next); err != nil {
			panic(err)
		}
		out.Encode(project.judge(next))
		writer.Flush()
	}
}
