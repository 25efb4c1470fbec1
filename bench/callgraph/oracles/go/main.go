// Prints what go/types says about the packages of a module, as JSON lines. For calls: {"file"} for each
// checked file, and {"file", "start", "kind", "declarations"} for each call. For uses: {"file", "start",
// "declarations"} for each name. Code that does not type-check is left out.
//
//	go run main.go project.go calls.go uses.go ROOT calls|uses
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
)

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		panic(err)
	}
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	check := newChecker(root, json.NewEncoder(writer))
	if os.Args[2] == "calls" {
		check.printFile, check.printAll = check.printRead, check.printCalls
	} else {
		check.printAll = check.printUses
	}
	for _, pkg := range list(root) {
		check.check(pkg)
	}
}
