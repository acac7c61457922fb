/*
 * Prints each call, construction and method reference of some Java files that javac resolves, as tab-separated lines: path, line and column of
 * the name (1-based), then path, line and column of the declared name, or nothing where the callee is not in these files. Missing dependencies are
 * tolerated: calls that depend on them are left out, and so are calls with an argument, and references in a place, of a type that javac does not
 * know: of several methods, javac then names any.
 * Arguments: the root, then a file that lists paths relative to it. With -Dreferences=true only references of methods in these files are printed, as
 * path and line of the reference, the name, path and line of the declared name.
 */
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import com.sun.tools.javac.code.TypeTag;
import com.sun.tools.javac.tree.JCTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public final class CallSites {
    private static final boolean onlyReferences = Boolean.getBoolean("references");
    private final Path root;
    private final Trees trees;
    private final Elements elements;
    private final StringBuilder out = new StringBuilder();

    private CallSites(Path root, Trees trees, Elements elements) {
        this.root = root;
        this.trees = trees;
        this.elements = elements;
    }

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]).toRealPath();
        List<Path> paths = Files.readAllLines(Path.of(args[1])).stream().map(root::resolve).toList();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Iterable<? extends JavaFileObject> sources = files.getJavaFileObjectsFromPaths(paths);
        List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1");
        JavacTask task = (JavacTask) compiler.getTask(null, files, diagnostic -> {}, options, null, sources);
        CallSites sites = new CallSites(root, Trees.instance(task), task.getElements());
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        for (CompilationUnitTree unit : units) sites.scan(unit);
        System.out.print(sites.out);
    }

    private void scan(CompilationUnitTree unit) {
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                TreePath select = new TreePath(getCurrentPath(), call.getMethodSelect());
                if (areKnown(call.getArguments())) add(call.getMethodSelect(), asDeclaredBy(trees.getElement(select), select));
                return super.visitMethodInvocation(call, nothing);
            }

            @Override
            public Void visitNewClass(NewClassTree made, Void nothing) {
                if (made.getClassBody() == null && areKnown(made.getArguments())) add(made.getIdentifier(), trees.getElement(getCurrentPath()));
                return super.visitNewClass(made, nothing);
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree reference, Void nothing) {
                if (reference.getMode() == MemberReferenceTree.ReferenceMode.INVOKE && areKnown(List.of(reference)))
                    add(reference, trees.getElement(getCurrentPath()));
                return super.visitMemberReference(reference, nothing);
            }

            private void add(Tree named, Element callee) {
                if (onlyReferences && !(named instanceof MemberReferenceTree)) return;
                if (callee instanceof ExecutableElement) addPlaces(unit, named, callee);
            }
        }.scan(unit, null);
    }

    private void addPlaces(CompilationUnitTree unit, Tree named, Element callee) {
        Element owner = callee.getEnclosingElement();
        if (isUnknown(callee) || owner == null || isUnknown(owner)) return;
        long at = nameStart(unit, named);
        if (at < 0) return;
        TreePath declared = trees.getPath(callee);
        boolean isWritten = declared != null && trees.getSourcePositions().getEndPosition(declared.getCompilationUnit(), declared.getLeaf()) >= 0;
        // What nobody wrote: the constructor of a class without one, the accessor of a record.
        if (!isWritten && trees.getPath(owner) != null) return;
        if (onlyReferences && !isWritten) return;
        out.append(placeOf(unit, at));
        if (onlyReferences) out.append('\t').append(callee.getSimpleName());
        if (isWritten) out.append('\t').append(placeOf(declared.getCompilationUnit(), ((JCTree) declared.getLeaf()).pos));
        out.append('\n');
    }

    /**
     * The method that a call names. Where an interface inherits a method of Object that a superinterface declares again (`boolean equals(Object other)`),
     * javac names Object's, although by the language (JLS 9.2) the interface inherits only the declared one.
     */
    private Element asDeclaredBy(Element callee, TreePath select) {
        if (!(callee instanceof ExecutableElement method) || !(select.getLeaf() instanceof MemberSelectTree member)) return callee;
        if (!(method.getEnclosingElement() instanceof TypeElement owner) || !owner.getQualifiedName().contentEquals("java.lang.Object")) return callee;
        TypeMirror receiver = trees.getTypeMirror(new TreePath(select, member.getExpression()));
        List<TypeMirror> types = new ArrayList<>();
        if (receiver != null && receiver.getKind() == TypeKind.DECLARED) types.add(receiver);
        for (int at = 0; at < types.size(); at++) {
            TypeElement type = (TypeElement) ((DeclaredType) types.get(at)).asElement();
            if (!type.getKind().isInterface()) continue;
            for (ExecutableElement declared : ElementFilter.methodsIn(type.getEnclosedElements()))
                if (elements.overrides(declared, method, type)) return declared;
            types.addAll(type.getInterfaces().stream().filter(base -> base.getKind() == TypeKind.DECLARED).toList());
        }
        return callee;
    }

    /** Whether javac knows the types of expressions. A lambda or reference has none where the call around it is not resolved. */
    private static boolean areKnown(List<? extends Tree> expressions) {
        return expressions.stream().map(one -> ((JCTree) one).type).allMatch(type -> type != null && !type.isErroneous() && !type.hasTag(TypeTag.NONE));
    }

    /** Whether javac could not attribute an element. */
    private static boolean isUnknown(Element element) {
        return element.asType().getKind() == TypeKind.ERROR || element.getSimpleName().contentEquals("<any>");
    }

    /** The offset of the last name of what is called; -1 for none. */
    private long nameStart(CompilationUnitTree unit, Tree named) {
        if (named instanceof ParameterizedTypeTree type) return nameStart(unit, type.getType());
        if (named instanceof AnnotatedTypeTree type) return nameStart(unit, type.getUnderlyingType());
        long end = trees.getSourcePositions().getEndPosition(unit, named);
        if (named instanceof MemberSelectTree select) return end - select.getIdentifier().length();
        if (named instanceof IdentifierTree identifier) return end - identifier.getName().length();
        if (named instanceof MemberReferenceTree reference) return end - reference.getName().length();
        return -1;
    }

    private String placeOf(CompilationUnitTree unit, long offset) {
        LineMap lines = unit.getLineMap();
        String path = root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
        long line = lines.getLineNumber(offset);
        if (onlyReferences) return path + '\t' + line;
        // Not getColumnNumber: it counts a tab as several columns.
        return path + '\t' + line + '\t' + (offset - lines.getStartPosition(line) + 1);
    }
}
