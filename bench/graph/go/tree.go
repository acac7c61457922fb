// Reads the packages of a Go tree for go/types. Missing dependencies are tolerated.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

type tree struct {
	root    string
	files   *token.FileSet
	folders map[string][]string
	modules map[string]string
	known   map[string]*types.Package
	std     types.Importer
}

// Arguments of the program: the root, then a file that lists paths relative to it.
func openTree(root string, list string) *tree {
	t := &tree{root, token.NewFileSet(), map[string][]string{}, map[string]string{}, map[string]*types.Package{}, nil}
	t.std = importer.ForCompiler(t.files, "source", nil)
	for _, name := range lines(list) {
		if strings.HasSuffix(name, ".go") {
			t.folders[path.Dir(name)] = append(t.folders[path.Dir(name)], name)
		}
		if path.Base(name) == "go.mod" {
			t.modules[moduleName(filepath.Join(root, name))] = path.Dir(name)
		}
	}
	return t
}

func (t *tree) sortedFolders() []string {
	folders := make([]string, 0, len(t.folders))
	for folder := range t.folders {
		folders = append(folders, folder)
	}
	sort.Strings(folders)
	return folders
}

// The path by which the package of a folder is imported.
func (t *tree) packageName(folder string) string {
	name := folder
	for module, own := range t.modules {
		if folder == own || strings.HasPrefix(folder, own+"/") || own == "." {
			name = path.Join(module, strings.TrimPrefix(strings.TrimPrefix(folder, own), "/"))
		}
	}
	return name
}

func lines(name string) []string {
	data, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return strings.Split(string(data), "\n")
}

func moduleName(name string) string {
	file, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		if words := strings.Fields(scanner.Text()); len(words) == 2 && words[0] == "module" {
			return strings.Trim(words[1], `"`)
		}
	}
	return ""
}

// The files of a folder that are built here, by package name; the package's own first, then that of its outer tests.
func (t *tree) packages(folder string, tests bool) [][]*ast.File {
	groups := map[string][]*ast.File{}
	for _, name := range t.folders[folder] {
		if !tests && strings.HasSuffix(name, "_test.go") {
			continue
		}
		if matches, err := build.Default.MatchFile(filepath.Join(t.root, folder), path.Base(name)); err != nil || !matches {
			continue
		}
		file, _ := parser.ParseFile(t.files, filepath.Join(t.root, name), nil, parser.SkipObjectResolution)
		if file != nil {
			groups[file.Name.Name] = append(groups[file.Name.Name], file)
		}
	}
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	sort.Strings(names)
	found := make([][]*ast.File, 0, len(names))
	for _, name := range names {
		found = append(found, groups[name])
	}
	return found
}

func (t *tree) Import(name string) (*types.Package, error) {
	if known := t.known[name]; known != nil {
		return known, nil
	}
	for module, folder := range t.modules {
		if module == "" || (name != module && !strings.HasPrefix(name, module+"/")) {
			continue
		}
		inside := path.Join(folder, strings.TrimPrefix(strings.TrimPrefix(name, module), "/"))
		groups := t.packages(inside, false)
		if len(groups) == 0 {
			continue
		}
		t.known[name] = types.NewPackage(name, groups[0][0].Name.Name)
		checked, _ := t.config().Check(name, t.files, groups[0], nil)
		t.known[name] = checked
		return checked, nil
	}
	if !strings.Contains(strings.Split(name, "/")[0], ".") {
		if found, err := t.std.Import(name); err == nil {
			t.known[name] = found
			return found, nil
		}
	}
	return nil, fmt.Errorf("%s is not here", name)
}

func (t *tree) config() *types.Config {
	return &types.Config{Importer: t, FakeImportC: true, Error: func(error) {}}
}

// Path and line of a function's name; not inside where it is not in the tree.
func (t *tree) declaration(function *types.Func) (name string, line int, isInside bool) {
	if !function.Pos().IsValid() {
		return "", 0, false
	}
	to := t.files.Position(function.Pos())
	name, err := filepath.Rel(t.root, to.Filename)
	if err != nil || strings.HasPrefix(name, "..") {
		return "", 0, false
	}
	return name, to.Line, true
}

// The name of a callee; also with type arguments and in parentheses.
func calleeName(node ast.Expr) *ast.Ident {
	switch one := node.(type) {
	case *ast.Ident:
		return one
	case *ast.SelectorExpr:
		return one.Sel
	case *ast.ParenExpr:
		return calleeName(one.X)
	case *ast.IndexExpr:
		return calleeName(one.X)
	case *ast.IndexListExpr:
		return calleeName(one.X)
	}
	return nil
}
