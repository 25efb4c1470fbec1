package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"sort"
	"strings"
)

type verdict struct {
	Failing       []place `json:"failing"`
	BehindImports []place `json:"behindImports"`
	Cascading     []place `json:"cascading"`
	References    []place `json:"references"`
}

// Checks the packages that have the mutated file, and all packages of the module that depend on them. Unlike
// the compiler, it goes on behind packages with errors, as go vet and editors do.
func (p *project) judge(m mutation) verdict {
	path := filepath.Join(p.root, filepath.FromSlash(m.File))
	text := strings.Split(p.own[path].text, "\n")
	changed := strings.Join(append(append(append([]string{}, text[:m.Edit.First-1]...), m.Edit.Lines...), text[m.Edit.Last:]...), "\n")
	file, err := parser.ParseFile(p.set, path, changed, parser.SkipObjectResolution)
	if err != nil {
		panic(m.File + " does not parse after " + m.Mutation + " of " + m.Name + ": " + err.Error())
	}
	packages := map[string]*types.Package{}
	for name, known := range p.packages {
		packages[name] = known
	}
	failing, cascading := map[place]bool{}, map[place]bool{}
	stale := map[string]bool{}
	for _, pkg := range p.listed {
		if !p.isOwn(pkg.Dir) && !strings.HasSuffix(pkg.ImportPath, ".test") || !p.isStale(pkg, path, stale) {
			continue
		}
		stale[pkg.ImportPath] = true
		files := p.filesOf(pkg, path, file)
		packages[pkg.ImportPath] = p.check(pkg, files, packages, nil, func(err types.Error) {
			if p.known[p.set.Position(err.Pos).String()+err.Msg] {
				return
			}
			at, isDirect := p.atFault(files, err, m)
			if m.isInside(at) || strings.Contains(err.Msg, "imported and not used") || strings.HasPrefix(err.Msg, "declared and not used") {
				return
			}
			if isDirect {
				failing[at] = true
			} else {
				cascading[at] = true
			}
		})
	}
	return verdict{sorted(failing), []place{}, sorted(cascading), p.referencesTo(m, path)}
}

func (p *project) isStale(pkg listed, path string, stale map[string]bool) bool {
	for _, name := range pkg.GoFiles {
		if filepath.Join(pkg.Dir, name) == path {
			return true
		}
	}
	for _, imported := range pkg.Imports {
		if mapped, ok := pkg.ImportMap[imported]; ok {
			imported = mapped
		}
		if stale[imported] {
			return true
		}
	}
	return false
}

// The place of the symbol's name that an error is about; else its own.
func (p *project) atFault(files []*ast.File, err types.Error, m mutation) (place, bool) {
	isArity := m.Mutation == "add_parameter" || m.Mutation == "remove_parameter"
	if isArity && !strings.HasPrefix(err.Msg, "not enough arguments in call") && !strings.HasPrefix(err.Msg, "too many arguments in call") {
		return p.place(err.Pos), false
	}
	var name *ast.Ident
	for _, file := range files {
		if file.FileStart > err.Pos || err.Pos > file.FileEnd {
			continue
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if node == nil || node.Pos() > err.Pos || node.End() < err.Pos {
				return false
			}
			switch node := node.(type) {
			case *ast.CallExpr:
				// The innermost call is visited last.
				if called := calledName(node.Fun); isArity && node.Lparen < err.Pos && called != nil && called.Name == m.Name {
					name = called
				}
			case *ast.SelectorExpr:
				if !isArity && node.Sel.Name == m.Name && (node.Pos() == err.Pos || node.Sel.Pos() == err.Pos) {
					name = node.Sel
				}
			case *ast.Ident:
				if !isArity && node.Name == m.Name && node.Pos() == err.Pos {
					name = node
				}
			}
			return true
		})
	}
	if name == nil {
		return p.place(err.Pos), false
	}
	return p.place(name.Pos()), true
}

func calledName(called ast.Expr) *ast.Ident {
	switch called := called.(type) {
	case *ast.Ident:
		return called
	case *ast.SelectorExpr:
		return called.Sel
	case *ast.IndexExpr:
		return calledName(called.X)
	case *ast.IndexListExpr:
		return calledName(called.X)
	case *ast.ParenExpr:
		return calledName(called.X)
	}
	return nil
}

func (p *project) referencesTo(m mutation, path string) []place {
	found := map[place]bool{}
	file := p.set.File(p.own[path].file.Package)
	for declared, uses := range p.uses {
		if declared < token.Pos(file.Base()) || declared > token.Pos(file.Base()+file.Size()) || p.place(declared).Line != m.Line {
			continue
		}
		if !strings.HasPrefix(p.own[path].text[file.Offset(declared):], m.Name) {
			continue
		}
		for _, use := range uses {
			if use.File == m.File {
				if use.Line >= m.Definition[0] && use.Line <= m.Definition[1] {
					continue
				}
				if use.Line > m.Edit.Last {
					use.Line += m.growth()
				}
			}
			found[use] = true
		}
	}
	return sorted(found)
}

func (m mutation) growth() int {
	return len(m.Edit.Lines) - (m.Edit.Last - m.Edit.First + 1)
}

func (m mutation) isInside(at place) bool {
	return at.File == m.File && at.Line >= m.Definition[0] && at.Line <= m.Definition[1]+m.growth()
}

func sorted(places map[place]bool) []place {
	all := make([]place, 0, len(places))
	for at := range places {
		all = append(all, at)
	}
	sort.Slice(all, func(i, j int) bool {
		return all[i].File < all[j].File || all[i].File == all[j].File && all[i].Line < all[j].Line
	})
	return all
}
