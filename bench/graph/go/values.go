// Prints where Go code names a function or method of its own tree as a value, as tab-separated lines: path, line, name, then path and line of the
// function's name. go/types resolves the names; missing dependencies are tolerated.
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
	seen := map[string]bool{}
	for _, folder := range t.sortedFolders() {
		for _, group := range t.packages(folder, true) {
			for _, row := range t.values(folder, group) {
				if !seen[row] {
					seen[row] = true
					fmt.Println(row)
				}
			}
		}
	}
}

func (t *tree) values(folder string, files []*ast.File) []string {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	t.config().Check(t.packageName(folder), t.files, files, info)
	var rows []string
	for _, file := range files {
		callees := map[*ast.Ident]bool{}
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				if name := calleeName(call.Fun); name != nil {
					callees[name] = true
				}
			}
			return true
		})
		ast.Inspect(file, func(node ast.Node) bool {
			name, ok := node.(*ast.Ident)
			if !ok || callees[name] {
				return true
			}
			function, ok := info.Uses[name].(*types.Func)
			if !ok {
				return true
			}
			declared, line, isInside := t.declaration(function)
			at := t.files.Position(name.Pos())
			from, err := filepath.Rel(t.root, at.Filename)
			if err != nil || !isInside {
				return true
			}
			rows = append(rows, fmt.Sprintf("%s\t%d\t%s\t%s\t%d", from, at.Line, name.Name, declared, line))
			return true
		})
	}
	return rows
}
