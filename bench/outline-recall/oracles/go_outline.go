// Prints the declarations of Go files, by go/parser, as JSON lines; rules: docs/outlines.md.
//
//	go run go_outline.go ROOT < FILES
//
// FILES has one path per line, relative to ROOT. Files with syntax errors are left out.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
)

type declaration struct {
	File     string `json:"file"`
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Line     int    `json:"line"`
	Shape    string `json:"shape"`
	Optional bool   `json:"optional,omitempty"`
}

type outline struct {
	file  string
	files *token.FileSet
	out   *json.Encoder
}

func main() {
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	out := json.NewEncoder(writer)
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, filepath.Join(os.Args[1], input.Text()), nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		out.Encode(map[string]string{"file": input.Text()})
		outline{input.Text(), files, out}.printFile(parsed)
	}
}

func (o outline) printFile(file *ast.File) {
	for _, each := range file.Decls {
		switch node := each.(type) {
		case *ast.FuncDecl:
			if node.Recv == nil {
				o.print(node.Name, "function", "function", false)
			} else {
				o.print(node.Name, "method", "method", false)
			}
			o.printLocal(node)
		case *ast.GenDecl:
			o.printGroup(node, false)
		}
	}
}

func (o outline) printGroup(group *ast.GenDecl, isLocal bool) {
	grouped := ""
	if group.Lparen.IsValid() {
		grouped = " in a group"
	}
	for _, each := range group.Specs {
		switch spec := each.(type) {
		case *ast.TypeSpec:
			o.printType(spec, grouped, isLocal)
		case *ast.ValueSpec:
			for at, name := range spec.Names {
				if isLocal {
					continue
				}
				kind := "variable"
				if at < len(spec.Values) && len(spec.Names) == 1 {
					if _, isFunction := spec.Values[at].(*ast.FuncLit); isFunction {
						kind = "function"
					}
				}
				shape := group.Tok.String() + grouped
				if len(spec.Names) > 1 {
					shape += ", several names"
				}
				o.print(name, kind, shape, false)
			}
			for _, value := range spec.Values {
				o.printLocal(value)
			}
			if spec.Type != nil {
				o.printLocal(spec.Type)
			}
		}
	}
}

func (o outline) printType(spec *ast.TypeSpec, grouped string, isLocal bool) {
	place := grouped
	if isLocal {
		place += " in a function"
	}
	shape := "type"
	switch {
	case spec.Assign.IsValid():
		shape = "alias"
	case isStruct(spec.Type):
		shape = "struct"
	case isInterface(spec.Type):
		shape = "interface"
	}
	o.print(spec.Name, "type", shape+place, false)
	o.printMembers(spec.Type, "", place)
}

func isStruct(node ast.Expr) bool {
	_, is := node.(*ast.StructType)
	return is
}

func isInterface(node ast.Expr) bool {
	_, is := node.(*ast.InterfaceType)
	return is
}

func (o outline) printMembers(node ast.Expr, nested string, place string) {
	switch holder := node.(type) {
	case *ast.StructType:
		for _, field := range holder.Fields.List {
			for _, name := range field.Names {
				o.print(name, "field", "field"+nested+place, false)
			}
			o.printMembers(field.Type, " of a struct in a field", place)
		}
	case *ast.InterfaceType:
		for _, method := range holder.Methods.List {
			for _, name := range method.Names {
				o.print(name, "method", "method of an interface"+nested+place, false)
			}
		}
	case *ast.StarExpr:
		o.printMembers(holder.X, nested, place)
	case *ast.ArrayType:
		o.printMembers(holder.Elt, nested+", array", place)
	case *ast.MapType:
		o.printMembers(holder.Value, nested+", map", place)
	case *ast.ParenExpr:
		o.printMembers(holder.X, nested, place)
	}
}

// printLocal prints types inside functions; closures with a name and methods of nameless interfaces may be listed.
func (o outline) printLocal(node ast.Node) {
	ast.Inspect(node, func(each ast.Node) bool {
		switch inner := each.(type) {
		case *ast.DeclStmt:
			if group, ok := inner.Decl.(*ast.GenDecl); ok && group.Tok == token.TYPE {
				o.printGroup(group, true)
				return false
			}
		case *ast.AssignStmt:
			if name, ok := inner.Lhs[0].(*ast.Ident); ok && len(inner.Rhs) == 1 {
				if _, isFunction := inner.Rhs[0].(*ast.FuncLit); isFunction && inner.Tok == token.DEFINE {
					o.print(name, "function", "function literal", true)
				}
			}
		case *ast.InterfaceType:
			for _, method := range inner.Methods.List {
				for _, name := range method.Names {
					o.print(name, "method", "method of a nameless interface", true)
				}
			}
		}
		return true
	})
}

func (o outline) print(name *ast.Ident, kind string, shape string, isOptional bool) {
	if name.Name != "_" {
		// Lines are those of the file, whatever `//line` says.
		line := o.files.PositionFor(name.Pos(), false).Line
		o.out.Encode(declaration{o.file, name.Name, kind, line, shape, isOptional})
	}
}
