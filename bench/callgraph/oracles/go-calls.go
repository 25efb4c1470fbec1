// Prints what go/types says about each call of the packages of a module, as JSON lines: {"file"} for each file that was
// checked, and {"file", "start", "kind", "declarations"} for each call. What does not type-check is left out.
//
//	go run go-calls.go ROOT
package main

import (
	"bufio"
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

type site struct {
	File         string   `json:"file"`
	Start        int      `json:"start"`
	Kind         string   `json:"kind"`
	Declarations []string `json:"declarations"`
}

type checker struct {
	root     string
	set      *token.FileSet
	packages map[string]*types.Package
	files    map[string]*ast.File
	texts    map[string][]byte
	printed  map[token.Pos]bool
	out      *json.Encoder
}

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		panic(err)
	}
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	check := &checker{root, token.NewFileSet(), map[string]*types.Package{"unsafe": types.Unsafe}, map[string]*ast.File{}, map[string][]byte{}, map[token.Pos]bool{}, json.NewEncoder(writer)}
	for _, pkg := range list(root) {
		check.check(pkg)
	}
}

// Packages of the module, with their tests and all that they import; those that are imported come first.
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
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer{c, pkg}, IgnoreFuncBodies: !own, FakeImportC: true, Error: func(error) {}}
	c.packages[pkg.ImportPath], _ = config.Check(pkg.ImportPath, c.set, files, info)
	if !own {
		return
	}
	for _, file := range files {
		// What runs the tests of a package is generated, and lies elsewhere.
		if c.isOwn(c.position(file.Package).Filename) {
			c.printCalls(file, info)
		}
	}
}

// Without regard to what generated files say about where they come from.
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
		c.texts[path] = text
		c.out.Encode(map[string]string{"file": c.relative(path)})
	}
	return file
}

func (c *checker) relative(path string) string {
	relative, _ := filepath.Rel(c.root, path)
	return filepath.ToSlash(relative)
}

// A file is checked once with and once without the tests of its package; a call is printed once.
func (c *checker) printCalls(file *ast.File, info *types.Info) {
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || c.printed[call.Lparen] {
			return true
		}
		if name, kind, object := callee(call.Fun, info); kind != "" {
			c.printed[call.Lparen] = true
			position := c.position(name)
			found := site{c.relative(position.Filename), units(c.texts[position.Filename][:position.Offset]), kind, []string{}}
			if declared := c.position(object); object.IsValid() && c.isOwn(declared.Filename) {
				found.Declarations = []string{fmt.Sprintf("%s:%d", c.relative(declared.Filename), declared.Line)}
			}
			c.out.Encode(found)
		}
		return true
	})
}

// Where the name of what is called stands, what kind of thing it is, and where it is declared. The kind is empty for
// conversions, functions that are built in, and what has no type.
func callee(called ast.Expr, info *types.Info) (token.Pos, string, token.Pos) {
	if value := info.Types[called]; value.IsType() || value.IsBuiltin() {
		return 0, "", 0
	}
	switch called := called.(type) {
	case *ast.ParenExpr:
		return callee(called.X, info)
	case *ast.IndexExpr:
		if _, ok := info.Types[called.X].Type.(*types.Signature); ok {
			return callee(called.X, info)
		}
	case *ast.IndexListExpr:
		return callee(called.X, info)
	case *ast.FuncLit:
		return called.Pos(), "function", called.Pos()
	case *ast.Ident:
		kind, declared := kindOf(info.Uses[called])
		return called.Pos(), kind, declared
	case *ast.SelectorExpr:
		kind, declared := kindOf(info.Uses[called.Sel])
		return called.Sel.Pos(), kind, declared
	}
	return 0, "", 0
}

func kindOf(object types.Object) (string, token.Pos) {
	switch object := object.(type) {
	case *types.Func:
		receiver := object.Type().(*types.Signature).Recv()
		switch {
		case receiver == nil:
			return "function", object.Origin().Pos()
		case types.IsInterface(receiver.Type()):
			return "interface", object.Origin().Pos()
		default:
			return "method", object.Origin().Pos()
		}
	case *types.Var:
		return "function type", object.Origin().Pos()
	}
	return "", 0
}

func units(text []byte) int {
	return len(utf16.Encode([]rune(string(text))))
}
