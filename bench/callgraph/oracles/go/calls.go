package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

type site struct {
	File         string   `json:"file"`
	Start        int      `json:"start"`
	Kind         string   `json:"kind"`
	Declarations []string `json:"declarations"`
}

func (c *checker) printRead(path string) {
	c.out.Encode(map[string]string{"file": c.relative(path)})
}

// A file is checked once with and once without the tests of its package; each call is printed once.
func (c *checker) printCalls(file *ast.File, info *types.Info) {
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || c.printed[call.Lparen] {
			return true
		}
		if name, kind, object := callee(call.Fun, info); kind != "" {
			c.printed[call.Lparen] = true
			path, start := c.place(name)
			found := site{path, start, kind, []string{}}
			if declared := c.position(object); object.IsValid() && c.isOwn(declared.Filename) {
				found.Declarations = []string{fmt.Sprintf("%s:%d", c.relative(declared.Filename), declared.Line)}
			}
			c.out.Encode(found)
		}
		return true
	})
}

// Position of the callee's name, kind of the callee, and position of its declaration. The kind is empty for
// conversions, built-in functions, and expressions without a type.
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
