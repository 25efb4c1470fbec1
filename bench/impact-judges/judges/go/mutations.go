package main

import (
	"go/ast"
	"go/token"
	"strings"
)

type edit struct {
	First int      `json:"first"`
	Last  int      `json:"last"`
	Lines []string `json:"lines"`
}

type mutation struct {
	Mutation   string `json:"mutation"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	File       string `json:"file"`
	Line       int    `json:"line"`
	Definition [2]int `json:"definition"`
	Edit       edit   `json:"edit"`
}

const renamed = "Renamed"

type finder struct {
	*project
	path, text string
	found      []mutation
}

// Mutations of the exported symbols of a file, in its order. Tests declare none. Left out: definitions that
// share a line or a declaration with another one.
func mutationsIn(p *project, path string) []mutation {
	if strings.HasSuffix(path, "_test.go") || ast.IsGenerated(p.own[path].file) {
		return nil
	}
	f := &finder{project: p, path: path, text: p.own[path].text}
	for _, declaration := range p.own[path].file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			kind := "function"
			if declaration.Recv != nil {
				kind = "method"
			}
			f.add(kind, declaration.Name, declaration, declaration.Doc, declaration.Type)
		case *ast.GenDecl:
			f.addSpecs(declaration)
		}
	}
	return f.found
}

func (f *finder) addSpecs(declaration *ast.GenDecl) {
	for _, spec := range declaration.Specs {
		var whole ast.Node = spec
		if !declaration.Lparen.IsValid() {
			whole = declaration
		}
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			doc := spec.Doc
			if doc == nil {
				doc = declaration.Doc
			}
			f.add("type", spec.Name, whole, doc, nil)
			f.addMembers(spec)
		case *ast.ValueSpec:
			// The value of a constant in a group may depend on those before it.
			if len(spec.Names) == 1 && (declaration.Tok == token.VAR || len(spec.Values) > 0) {
				f.add("constant", spec.Names[0], whole, spec.Doc, nil)
			}
		}
	}
}

func (f *finder) addMembers(spec *ast.TypeSpec) {
	var members *ast.FieldList
	kind := "field"
	switch of := spec.Type.(type) {
	case *ast.StructType:
		members = of.Fields
	case *ast.InterfaceType:
		members, kind = of.Methods, "method"
	default:
		return
	}
	for _, member := range members.List {
		if len(member.Names) != 1 || !ast.IsExported(spec.Name.Name) {
			continue
		}
		callable, _ := member.Type.(*ast.FuncType)
		if kind == "field" {
			callable = nil
		}
		f.add(kind, member.Names[0], member, member.Doc, callable)
	}
}

func (f *finder) add(kind string, name *ast.Ident, whole ast.Node, doc *ast.CommentGroup, callable *ast.FuncType) {
	start := whole.Pos()
	if doc != nil && doc.Pos() < start {
		start = doc.Pos()
	}
	if !ast.IsExported(name.Name) || !f.isAlone(start, whole.End()) {
		return
	}
	first, last := f.line(start), f.line(whole.End())
	next := mutation{
		Kind: kind, Name: name.Name, File: f.relative(f.path), Line: f.line(name.Pos()), Definition: [2]int{first, last},
	}
	put := func(what string, change edit) {
		next.Mutation, next.Edit = what, change
		f.found = append(f.found, next)
	}
	put("remove", edit{first, last, []string{}})
	put("rename", f.edit(name.End(), name.End(), renamed))
	if callable != nil {
		f.addParameters(callable, put)
	}
}

// A parameter is added after the last one, before a variadic one; the last one that is not is removed.
func (f *finder) addParameters(callable *ast.FuncType, put func(string, edit)) {
	list := callable.Params.List
	count := len(list)
	if count > 0 {
		if _, ok := list[count-1].Type.(*ast.Ellipsis); ok {
			count--
		}
	}
	added, end := "added any", callable.Params.Opening+1
	if len(list) > 0 && len(list[0].Names) == 0 {
		added = "any"
	}
	switch {
	case count > 0:
		added, end = ", "+added, list[count-1].End()
	case len(list) > 0:
		added += ", "
	}
	put("add_parameter", f.edit(end, end, added))
	if count == 0 {
		return
	}
	last := list[count-1]
	from, to := last.Pos(), last.End()
	if names := last.Names; len(names) > 1 {
		from, to = names[len(names)-2].End(), names[len(names)-1].End()
	} else if count < len(list) {
		to = list[count].Pos()
	} else if count > 1 {
		from = list[count-2].End()
	}
	put("remove_parameter", f.edit(from, to, ""))
}

// Whether no other code is on the lines of a range.
func (f *finder) isAlone(start, end token.Pos) bool {
	before := f.text[:f.offset(start)]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after := f.text[f.offset(end):]
	if newline := strings.IndexByte(after, '\n'); newline >= 0 {
		after = after[:newline]
	}
	after = strings.TrimSpace(after)
	return strings.TrimSpace(before) == "" && (after == "" || strings.HasPrefix(after, "//"))
}

func (f *finder) edit(start, end token.Pos, replacement string) edit {
	from := strings.LastIndexByte(f.text[:f.offset(start)], '\n') + 1
	to := len(f.text)
	if newline := strings.IndexByte(f.text[f.offset(end):], '\n'); newline >= 0 {
		to = f.offset(end) + newline
	}
	text := f.text[from:f.offset(start)] + replacement + f.text[f.offset(end):to]
	return edit{f.line(start), f.line(end), strings.Split(text, "\n")}
}

func (f *finder) line(at token.Pos) int   { return f.set.PositionFor(at, false).Line }
func (f *finder) offset(at token.Pos) int { return f.set.PositionFor(at, false).Offset }
