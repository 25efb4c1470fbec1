package main

import (
	"fmt"
	"go/ast"
	"go/types"
)

type use struct {
	File         string   `json:"file"`
	Start        int      `json:"start"`
	Declarations []string `json:"declarations"`
}

// A file is checked once with and once without the tests of its package; each name is printed once. The name
// of a declaration means the declaration only.
func (c *checker) printUses(file *ast.File, info *types.Info) {
	ast.Inspect(file, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		if !ok || c.printed[name.Pos()] {
			return true
		}
		meant, isUse := info.Uses[name]
		if _, isDefined := info.Defs[name]; isUse || isDefined {
			c.printed[name.Pos()] = true
			path, start := c.place(name.Pos())
			c.out.Encode(use{path, start, c.declarationsOf(meant)})
		}
		return true
	})
}

// Positions of a name's declarations. Empty for declarations outside of the module, such as built-in ones,
// and for packages, which have no single declaration.
func (c *checker) declarationsOf(object types.Object) []string {
	switch generic := object.(type) {
	case nil, *types.PkgName:
		return []string{}
	case *types.Var:
		object = generic.Origin()
	case *types.Func:
		object = generic.Origin()
	}
	if declared := c.position(object.Pos()); object.Pos().IsValid() && c.isOwn(declared.Filename) {
		return []string{fmt.Sprintf("%s:%d:%s", c.relative(declared.Filename), declared.Line, object.Name())}
	}
	return []string{}
}
