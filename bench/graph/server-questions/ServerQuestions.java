/*
 * Prints questions about Java files with their answers by javac, as tab-separated lines: kind, path, line, column, name, then the places of the answer
 * (path:line), joined by blanks. Kinds: `definition` (the place of a use), `implementers` (of a class or interface: the named types that extend or
 * implement it, also indirectly), `writers` (of a field: the lines that assign it). Missing dependencies are tolerated.
 * Arguments: the root, then a file that lists paths relative to it.
 */
import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.tools.*;

public class ServerQuestions {
  static Path root;
  static Trees trees;
  static final Map<Element, String> places = new HashMap<>();
  static final Map<Element, Set<String>> writers = new LinkedHashMap<>();
  static final Map<Element, Set<Element>> derived = new LinkedHashMap<>();
  static final Map<Element, String> named = new HashMap<>();

  public static void main(String[] args) throws Exception {
    root = Paths.get(args[0]).toAbsolutePath();
    List<Path> paths = new ArrayList<>();
    for (String line : Files.readAllLines(Paths.get(args[1]))) if (line.endsWith(".java")) paths.add(root.resolve(line));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager files = compiler.getStandardFileManager(d -> {}, null, null);
    JavacTask task = (JavacTask) compiler.getTask(null, files, d -> {}, List.of("-proc:none", "-Xlint:none"), null, files.getJavaFileObjectsFromPaths(paths));
    trees = Trees.instance(task);
    List<CompilationUnitTree> units = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) units.add(unit);
    try { task.analyze(); } catch (Throwable error) { /* What it resolved before stays. */ }
    for (CompilationUnitTree unit : units) new Declarations().scan(unit, unit);
    for (CompilationUnitTree unit : units) new Uses().scan(unit, unit);
    for (Map.Entry<Element, Set<Element>> one : derived.entrySet()) {
      Set<String> found = new TreeSet<>();
      Deque<Element> left = new ArrayDeque<>(one.getValue());
      Set<Element> seen = new HashSet<>();
      while (!left.isEmpty()) {
        Element next = left.pop();
        if (!seen.add(next)) continue;
        found.add(places.get(next));
        left.addAll(derived.getOrDefault(next, Set.of()));
      }
      show("implementers", named.get(one.getKey()), one.getKey().getSimpleName().toString(), found);
    }
    for (Map.Entry<Element, Set<String>> one : writers.entrySet())
      show("writers", named.get(one.getKey()), one.getKey().getSimpleName().toString(), one.getValue());
  }

  static void show(String kind, String at, String name, Collection<String> found) {
    if (at != null) System.out.println(kind + "\t" + at + "\t" + name + "\t" + String.join(" ", found));
  }

  /** Path, line and column of a name that begins on or after a position. */
  static String at(CompilationUnitTree unit, long start, String name) {
    try {
      CharSequence text = unit.getSourceFile().getCharContent(true);
      int from = (int) start;
      String whole = text.toString();
      int found = whole.indexOf(name, from);
      while (found > 0 && (Character.isJavaIdentifierPart(whole.charAt(found - 1)) || (found + name.length() < whole.length() && Character.isJavaIdentifierPart(whole.charAt(found + name.length())))))
        found = whole.indexOf(name, found + 1);
      if (start < 0 || found < 0) return null;
      LineMap lines = unit.getLineMap();
      long line = lines.getLineNumber(found);
      return root.relativize(Paths.get(unit.getSourceFile().toUri())) + "\t" + line + "\t" + (found - lines.getStartPosition(line) + 1);
    } catch (Exception error) { return null; }
  }

  static String short_(String place) {
    String[] parts = place.split("\t");
    return parts[0] + ":" + parts[1];
  }

  static class Declarations extends TreePathScanner<Void, CompilationUnitTree> {
    void add(Tree node, String name, CompilationUnitTree unit, long start) {
      Element element = trees.getElement(getCurrentPath());
      if (element == null || name.isEmpty()) return;
      String place = at(unit, start, name);
      if (place == null) return;
      named.put(element, place);
      places.put(element, short_(place));
    }
    @Override public Void visitClass(ClassTree node, CompilationUnitTree unit) {
      // Annotations and modifiers may contain the name.
      long start = trees.getSourcePositions().getEndPosition(unit, node.getModifiers());
      if (start < 0) start = trees.getSourcePositions().getStartPosition(unit, node);
      add(node, node.getSimpleName().toString(), unit, start);
      return super.visitClass(node, unit);
    }
    @Override public Void visitMethod(MethodTree node, CompilationUnitTree unit) {
      long start = ((JCTree.JCMethodDecl) node).pos;
      Element element = trees.getElement(getCurrentPath());
      if (element != null) {
        String name = element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement().getSimpleName().toString() : node.getName().toString();
        add(node, name, unit, start);
      }
      return super.visitMethod(node, unit);
    }
    @Override public Void visitVariable(VariableTree node, CompilationUnitTree unit) {
      add(node, node.getName().toString(), unit, ((JCTree.JCVariableDecl) node).pos);
      return super.visitVariable(node, unit);
    }
    @Override public Void visitTypeParameter(TypeParameterTree node, CompilationUnitTree unit) {
      add(node, node.getName().toString(), unit, trees.getSourcePositions().getStartPosition(unit, node));
      return super.visitTypeParameter(node, unit);
    }
  }

  static class Uses extends TreePathScanner<Void, CompilationUnitTree> {
    void use(String name, CompilationUnitTree unit, long start, Element element) {
      if (element == null || element.asType().getKind() == TypeKind.ERROR || name.equals("this") || name.equals("super")) return;
      if (element.getKind() == ElementKind.CONSTRUCTOR && !places.containsKey(element)) element = element.getEnclosingElement();
      String to = places.get(element);
      String place = at(unit, start, name);
      if (to != null && place != null) {
        List<String> all = new ArrayList<>(List.of(to));
        if (element.getKind() == ElementKind.CONSTRUCTOR && places.containsKey(element.getEnclosingElement())) all.add(places.get(element.getEnclosingElement()));
        show("definition", place, name, all);
      }
    }
    boolean isImport() {
      for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) if (path.getLeaf() instanceof ImportTree) return true;
      return false;
    }
    @Override public Void visitIdentifier(IdentifierTree node, CompilationUnitTree unit) {
      Element element = trees.getElement(getCurrentPath());
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      if (parent instanceof NewClassTree made && made.getIdentifier() == node) {
        Element constructor = trees.getElement(getCurrentPath().getParentPath());
        if (constructor != null && made.getClassBody() == null) element = constructor;
      }
      use(node.getName().toString(), unit, trees.getSourcePositions().getStartPosition(unit, node), element);
      return super.visitIdentifier(node, unit);
    }
    @Override public Void visitMemberSelect(MemberSelectTree node, CompilationUnitTree unit) {
      if (!isImport()) {
        String name = node.getIdentifier().toString();
        use(name, unit, trees.getSourcePositions().getEndPosition(unit, node) - name.length(), trees.getElement(getCurrentPath()));
      }
      return super.visitMemberSelect(node, unit);
    }
    @Override public Void visitClass(ClassTree node, CompilationUnitTree unit) {
      Element own = trees.getElement(getCurrentPath());
      if (own != null && places.containsKey(own)) {
        List<Tree> bases = new ArrayList<>(node.getImplementsClause());
        if (node.getExtendsClause() != null) bases.add(node.getExtendsClause());
        for (Tree base : bases) {
          TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), base));
          if (type instanceof DeclaredType declared && places.containsKey(declared.asElement()))
            derived.computeIfAbsent(declared.asElement(), e -> new LinkedHashSet<>()).add(own);
        }
      }
      return super.visitClass(node, unit);
    }
    void write(ExpressionTree target, CompilationUnitTree unit) {
      Tree inner = target;
      TreePath path = new TreePath(getCurrentPath(), target);
      while (inner instanceof ParenthesizedTree group) { inner = group.getExpression(); path = new TreePath(path, inner); }
      if (!(inner instanceof IdentifierTree) && !(inner instanceof MemberSelectTree)) return;
      Element element = trees.getElement(path);
      if (element == null || element.getKind() != ElementKind.FIELD || !places.containsKey(element)) return;
      long end = trees.getSourcePositions().getEndPosition(unit, inner);
      String place = root.relativize(Paths.get(unit.getSourceFile().toUri())) + ":" + unit.getLineMap().getLineNumber(end - 1);
      writers.computeIfAbsent(element, e -> new TreeSet<>()).add(place);
    }
    @Override public Void visitAssignment(AssignmentTree node, CompilationUnitTree unit) {
      if (!(getCurrentPath().getParentPath().getLeaf() instanceof AnnotationTree)) write(node.getVariable(), unit);
      return super.visitAssignment(node, unit);
    }
    @Override public Void visitCompoundAssignment(CompoundAssignmentTree node, CompilationUnitTree unit) {
      write(node.getVariable(), unit);
      return super.visitCompoundAssignment(node, unit);
    }
    @Override public Void visitUnary(UnaryTree node, CompilationUnitTree unit) {
      switch (node.getKind()) {
        case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT -> write(node.getExpression(), unit);
        default -> {}
      }
      return super.visitUnary(node, unit);
    }
  }
}
