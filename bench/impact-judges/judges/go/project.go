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
)

type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	ImportMap  map[string]string
}

type source struct {
	text string
	file *ast.File
}

type project struct {
	root     string
	set      *token.FileSet
	listed   []listed
	packages map[string]*types.Package
	parsed   map[string]*ast.File
	// Files of the module that are checked, by path.
	own map[string]source
	// By the position of a declared name: places of the names that mean it.
	uses map[token.Pos][]place
	// Errors of the unchanged module.
	known map[string]bool
}

type place struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

func load(root string) *project {
	p := &project{
		root: root, set: token.NewFileSet(), listed: list(root), packages: map[string]*types.Package{"unsafe": types.Unsafe},
		parsed: map[string]*ast.File{}, own: map[string]source{}, uses: map[token.Pos][]place{}, known: map[string]bool{},
	}
	seen := map[token.Pos]bool{}
	for _, pkg := range p.listed {
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		files := p.filesOf(pkg, "", nil)
		p.packages[pkg.ImportPath] = p.check(pkg, files, p.packages, info, func(err types.Error) {
			p.known[p.set.Position(err.Pos).String()+err.Msg] = true
		})
		if !p.isOwn(pkg.Dir) {
			continue
		}
		for name, object := range info.Uses {
			if !seen[name.Pos()] && p.isOwn(p.set.Position(name.Pos()).Filename) {
				seen[name.Pos()] = true
				declared := originOf(object).Pos()
				p.uses[declared] = append(p.uses[declared], p.place(name.Pos()))
			}
		}
	}
	return p
}

func originOf(object types.Object) types.Object {
	switch object := object.(type) {
	case *types.Var:
		return object.Origin()
	case *types.Func:
		return object.Origin()
	}
	return object
}

// Packages of the module with their tests and dependencies; imported packages come first.
func list(root string) []listed {
	command := exec.Command("go", "list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,Imports,ImportMap", "./...")
	command.Dir = root
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	command.Stderr = os.Stderr
	printed, err := command.Output()
	if err != nil {
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
	packages map[string]*types.Package
	pkg      listed
}

func (i importer) Import(path string) (*types.Package, error) {
	if mapped, ok := i.pkg.ImportMap[path]; ok {
		path = mapped
	}
	if known := i.packages[path]; known != nil {
		return known, nil
	}
	return nil, fmt.Errorf("%s is not there", path)
}

// Files of a package; the one of a path has a new version.
func (p *project) filesOf(pkg listed, path string, changed *ast.File) []*ast.File {
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		full := name
		if !filepath.IsAbs(name) {
			full = filepath.Join(pkg.Dir, name)
		}
		if changed != nil && full == path {
			files = append(files, changed)
		} else if file := p.parse(full); file != nil {
			files = append(files, file)
		}
	}
	return files
}

func (p *project) check(pkg listed, files []*ast.File, packages map[string]*types.Package, info *types.Info, report func(types.Error)) *types.Package {
	config := types.Config{
		Importer: importer{packages, pkg}, IgnoreFuncBodies: !p.isOwn(pkg.Dir), FakeImportC: true,
		Error: func(err error) {
			if found, ok := err.(types.Error); ok && p.isOwn(pkg.Dir) {
				report(found)
			}
		},
	}
	checked, _ := config.Check(pkg.ImportPath, p.set, files, info)
	return checked
}

func (p *project) parse(path string) *ast.File {
	if known, ok := p.parsed[path]; ok {
		return known
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	file, _ := parser.ParseFile(p.set, path, text, parser.SkipObjectResolution|parser.ParseComments)
	p.parsed[path] = file
	if p.isOwn(path) {
		p.own[path] = source{string(text), file}
	}
	return file
}

func (p *project) isOwn(path string) bool {
	relative, err := filepath.Rel(p.root, path)
	return err == nil && !strings.HasPrefix(relative, "..")
}

func (p *project) relative(path string) string {
	relative, _ := filepath.Rel(p.root, path)
	return filepath.ToSlash(relative)
}

// The position in the file itself, ignoring `//line` comments.
func (p *project) place(at token.Pos) place {
	position := p.set.PositionFor(at, false)
	return place{p.relative(position.Filename), position.Line}
}
