package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string
}

type checker struct {
	root     string
	set      *token.FileSet
	packages map[string]*types.Package
	files    map[string]*ast.File
	// For each file of the module, by path: the number of UTF-16 units before each byte and before its end.
	units   map[string][]int
	printed map[token.Pos]bool
	out     *json.Encoder
	// Print functions for a file of the module, called after reading it and after checking it.
	printFile func(path string)
	printAll  func(file *ast.File, info *types.Info)
}

func newChecker(root string, out *json.Encoder) *checker {
	return &checker{
		root: root, set: token.NewFileSet(), packages: map[string]*types.Package{"unsafe": types.Unsafe}, files: map[string]*ast.File{},
		units: map[string][]int{}, printed: map[token.Pos]bool{}, out: out, printFile: func(string) {},
	}
}

// Packages of the module with their tests and dependencies; imported packages come first.
func list(root string) []listed {
	command := exec.Command("go", "list", "-e", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap", "./...")
	command.Dir = root
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	command.Stderr = os.Stderr
	printed, err := command.Output()
	if err != nil && len(printed) == 0 {
		panic(err)
	}
	var packages []listed
	for decoder := json.NewDecoder(strings.NewReader(string(printed))); ; {
		var next listed
		if err := decoder.Decode(&next); err == io.EOF {
			return packages
		} else if err != nil {
			panic(err)
		}
		packages = append(packages, next)
	}
}

type importer struct {
	of  *checker
	pkg listed
}

func (i importer) Import(path string) (*types.Package, error) {
	if mapped, ok := i.pkg.ImportMap[path]; ok {
		path = mapped
	}
	if known := i.of.packages[path]; known != nil {
		return known, nil
	}
	return nil, fmt.Errorf("%s is not there", path)
}

func (c *checker) check(pkg listed) {
	own := c.isOwn(pkg.Dir)
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		path := name
		if !filepath.IsAbs(name) {
			path = filepath.Join(pkg.Dir, name)
		}
		if file := c.parse(path); file != nil {
			files = append(files, file)
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer{c, pkg}, IgnoreFuncBodies: !own, FakeImportC: true, Error: func(error) {}}
	c.packages[pkg.ImportPath], _ = config.Check(pkg.ImportPath, c.set, files, info)
	if !own {
		return
	}
	for _, file := range files {
		// The program that runs a package's tests is generated, outside of the module.
		if c.isOwn(c.position(file.Package).Filename) {
			c.printAll(file, info)
		}
	}
}

// The position in the file itself, ignoring `//line` comments in generated files.
func (c *checker) position(at token.Pos) token.Position {
	return c.set.PositionFor(at, false)
}

func (c *checker) isOwn(path string) bool {
	relative, err := filepath.Rel(c.root, path)
	return err == nil && !strings.HasPrefix(relative, "..")
}

func (c *checker) parse(path string) *ast.File {
	if known, ok := c.files[path]; ok {
		return known
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	file, _ := parser.ParseFile(c.set, path, text, parser.SkipObjectResolution)
	c.files[path] = file
	if c.isOwn(path) {
		c.units[path] = units(text)
		c.printFile(path)
	}
	return file
}

func (c *checker) relative(path string) string {
	relative, _ := filepath.Rel(c.root, path)
	return filepath.ToSlash(relative)
}

// File and offset of a position, in UTF-16 units.
func (c *checker) place(at token.Pos) (string, int) {
	position := c.position(at)
	return c.relative(position.Filename), c.units[position.Filename][position.Offset]
}

func units(text []byte) []int {
	before := make([]int, 0, len(text)+1)
	count := 0
	for at, sign := range string(text) {
		for len(before) < at {
			before = append(before, count)
		}
		before = append(before, count)
		count += utf16.RuneLen(sign)
	}
	for len(before) <= len(text) {
		before = append(before, count)
	}
	return before
}
