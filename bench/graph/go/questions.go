// Prints questions about a Go tree with their answers by go/types, as tab-separated lines: kind, path, line, column, name, then the places of
// the answer (path:line), joined by blanks. Kinds: `definition` (the place of a use), `implementers` (of an interface: the named types that implement
// it), `writers` (of a field of a named type:
// the lines that assign it). Run with tree.go. Arguments: the root, then a file that lists paths relative to it.
package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf16"
)

type place struct {
	path         string
	line, column int
}

var texts = map[string][]string{}

func (t *tree) place(at token.Pos) (place, bool) {
	position := t.files.Position(at)
	name, err := filepath.Rel(t.root, position.Filename)
	if err != nil || strings.HasPrefix(name, "..") {
		return place{}, false
	}
	if texts[name] == nil {
		data, _ := os.ReadFile(position.Filename)
		texts[name] = strings.Split(string(data), "\n")
	}
	before := texts[name][position.Line-1][:position.Column-1]
	return place{name, position.Line, len(utf16.Encode([]rune(before))) + 1}, true
}

func main() {
	t := openTree(os.Args[1], os.Args[2])
	writers := map[place]map[string]bool{}
	names := map[place]string{}
	fields := map[place]bool{}
	interfaces := map[place]*types.Interface{}
	named := map[place]types.Type{}
	for _, folder := range t.sortedFolders() {
		for _, group := range t.packages(folder, true) {
			info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
			t.config().Check(t.packageName(folder), t.files, group, info)
			for _, file := range group {
				t.definitions(file, info)
				t.fieldsOfNamed(file, fields)
				t.writers(file, info, writers, names)
			}
			for _, object := range info.Defs {
				typeName, ok := object.(*types.TypeName)
				if !ok || typeName.IsAlias() || typeName.Parent() != typeName.Pkg().Scope() {
					continue
				}
				at, isOwn := t.place(typeName.Pos())
				one, isNamed := typeName.Type().(*types.Named)
				if !isOwn || !isNamed || one.TypeParams().Len() > 0 {
					continue
				}
				names[at] = typeName.Name()
				if contract, ok := one.Underlying().(*types.Interface); ok {
					if contract.NumMethods() > 0 && isComplete(contract) {
						interfaces[at] = contract
					}
				} else {
					named[at] = one
				}
			}
		}
	}
	for at, contract := range interfaces {
		var found []string
		for where, one := range named {
			if t.implements(one, contract) {
				found = append(found, fmt.Sprintf("%s:%d", where.path, where.line))
			}
		}
		if len(found) > 0 {
			show("implementers", at, names[at], found)
		}
	}
	for at, lines := range writers {
		if !fields[at] {
			continue
		}
		var found []string
		for line := range lines {
			found = append(found, line)
		}
		show("writers", at, names[at], found)
	}
}

// Whether all embedded types of an interface are known.
func isComplete(contract *types.Interface) bool {
	for at := 0; at < contract.NumEmbeddeds(); at++ {
		if _, ok := contract.EmbeddedType(at).Underlying().(*types.Interface); !ok {
			return false
		}
	}
	return true
}

// Packages are checked more than once (alone, and as imports), so methods are compared by the texts of their types.
func (t *tree) implements(one types.Type, contract *types.Interface) bool {
	methods := types.NewMethodSet(types.NewPointer(one))
	for at := 0; at < contract.NumMethods(); at++ {
		wanted := contract.Method(at)
		found := false
		for index := 0; index < methods.Len(); index++ {
			method := methods.At(index).Obj().(*types.Func)
			if method.Name() != wanted.Name() {
				continue
			}
			if !wanted.Exported() && method.Pkg().Path() != wanted.Pkg().Path() {
				continue
			}
			found = signature(method) == signature(wanted)
		}
		if !found {
			return false
		}
	}
	return true
}

// The types of a function without the names of its parameters.
func signature(function *types.Func) string {
	own := function.Type().(*types.Signature)
	return tuple(own.Params()) + tuple(own.Results()) + fmt.Sprint(own.Variadic())
}

func tuple(all *types.Tuple) string {
	var parts []string
	for at := 0; at < all.Len(); at++ {
		parts = append(parts, types.TypeString(all.At(at).Type(), func(pkg *types.Package) string { return pkg.Path() }))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func show(kind string, at place, name string, found []string) {
	sort.Strings(found)
	fmt.Printf("%s\t%s\t%d\t%d\t%s\t%s\n", kind, at.path, at.line, at.column, name, strings.Join(found, " "))
}

func (t *tree) definitions(file *ast.File, info *types.Info) {
	ast.Inspect(file, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		if !ok || info.Uses[name] == nil || !info.Uses[name].Pos().IsValid() {
			return true
		}
		if _, isPackage := info.Uses[name].(*types.PkgName); isPackage {
			return true
		}
		at, isOwn := t.place(name.Pos())
		to, isOwnTarget := t.place(info.Uses[name].Pos())
		if isOwn && isOwnTarget {
			show("definition", at, name.Name, []string{fmt.Sprintf("%s:%d", to.path, to.line)})
		}
		return true
	})
}

// Fields of structs without a name, as in tables of tests, have no symbol.
func (t *tree) fieldsOfNamed(file *ast.File, fields map[place]bool) {
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if one, ok := spec.Type.(*ast.StructType); ok {
			for _, field := range one.Fields.List {
				for _, name := range field.Names {
					if at, isOwn := t.place(name.Pos()); isOwn {
						fields[at] = true
					}
				}
			}
		}
		return true
	})
}

func (t *tree) writers(file *ast.File, info *types.Info, writers map[place]map[string]bool, names map[place]string) {
	add := func(node ast.Expr) {
		for {
			if inner, ok := node.(*ast.ParenExpr); ok {
				node = inner.X
				continue
			}
			break
		}
		var name *ast.Ident
		switch one := node.(type) {
		case *ast.SelectorExpr:
			name = one.Sel
		case *ast.Ident:
			name = one
		default:
			return
		}
		field, ok := info.Uses[name].(*types.Var)
		if !ok || !field.IsField() || field.Embedded() {
			return
		}
		at, isOwn := t.place(name.Pos())
		to, isOwnTarget := t.place(field.Pos())
		if !isOwn || !isOwnTarget {
			return
		}
		if writers[to] == nil {
			writers[to] = map[string]bool{}
		}
		writers[to][fmt.Sprintf("%s:%d", at.path, at.line)] = true
		names[to] = field.Name()
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.AssignStmt:
			for _, left := range one.Lhs {
				add(left)
			}
		case *ast.IncDecStmt:
			add(one.X)
		case *ast.RangeStmt:
			if one.Key != nil {
				add(one.Key)
			}
			if one.Value != nil {
				add(one.Value)
			}
		case *ast.CompositeLit:
			for _, element := range one.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					if name, ok := pair.Key.(*ast.Ident); ok {
						add(name)
					}
				}
			}
		}
		return true
	})
}
