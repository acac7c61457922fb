// Prints what the called names of a Go tree mean, as tab-separated lines: path, line and column of the name, the name, then path and line of the
// function's name; nothing for these where the function is not in the tree. go/types resolves the names; missing dependencies are tolerated.
// Run with tree.go. Arguments: the root, then a file that lists paths relative to it.
package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
)

func main() {
	t := openTree(os.Args[1], os.Args[2])
	for _, folder := range t.sortedFolders() {
		for _, group := range t.packages(folder, true) {
			t.printUses(folder, group)
		}
	}
}

func (t *tree) printUses(folder string, files []*ast.File) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	t.config().Check(t.packageName(folder), t.files, files, info)
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := calleeName(call.Fun)
			if name == nil {
				return true
			}
			function, ok := info.Uses[name].(*types.Func)
			if !ok {
				return true
			}
			// A function with type arguments is one with its declaration.
			function = function.Origin()
			at := t.files.Position(name.Pos())
			from, _ := filepath.Rel(t.root, at.Filename)
			declared, line, _ := t.declaration(function)
			fmt.Printf("%s\t%d\t%d\t%s\t%s\t%d\n", from, at.Line, at.Column, name.Name, declared, line)
			return true
		})
	}
}
