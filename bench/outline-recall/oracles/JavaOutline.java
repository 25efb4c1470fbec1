import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.Modifier;
import javax.tools.*;

/**
 * Prints the declarations of Java files, by javac's parser, as JSON lines; rules: docs/outlines.md.
 *
 * java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED JavaOutline.java ROOT < FILES
 *
 * FILES has one path per line, relative to ROOT. Files with syntax errors are left out.
 */
public class JavaOutline extends TreePathScanner<Void, Void> {
    private final String file;
    private final CompilationUnitTree unit;
    private final String text;
    private final SourcePositions positions;
    private final PrintStream out;

    JavaOutline(String file, CompilationUnitTree unit, SourcePositions positions, PrintStream out) throws IOException {
        this.positions = positions;
        this.file = file;
        this.unit = unit;
        this.text = unit.getSourceFile().getCharContent(true).toString();
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
        for (String file : new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).lines().collect(Collectors.toList())) {
            DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
            JavacTask task = (JavacTask) compiler.getTask(null, files, problems, List.of("-proc:none"), null, files.getJavaFileObjects(Paths.get(args[0], file)));
            CompilationUnitTree unit = task.parse().iterator().next();
            if (problems.getDiagnostics().stream().anyMatch(problem -> problem.getKind() == Diagnostic.Kind.ERROR)) continue;
            out.printf("{\"file\":\"%s\"}%n", file);
            new JavaOutline(file, unit, Trees.instance(task).getSourcePositions(), out).scan(unit, null);
        }
        out.flush();
    }

    private void add(CharSequence name, int position, String kind, String shape) {
        boolean isOptional = isBelow(true);
        String place = !isOptional && isBelow(false) ? " in a method" : "";
        long line = unit.getLineMap().getLineNumber(position);
        out.printf("{\"file\":\"%s\",\"name\":\"%s\",\"kind\":\"%s\",\"line\":%d,\"shape\":\"%s%s\"%s}%n", file, name, kind, line, shape, place, isOptional ? ",\"optional\":true" : "");
    }

    /** Whether an anonymous class, or a method, is around. */
    private boolean isBelow(boolean isAnonymous) {
        for (TreePath at = getCurrentPath().getParentPath(); at != null; at = at.getParentPath()) {
            Tree node = at.getLeaf();
            if (isAnonymous ? node instanceof ClassTree && ((ClassTree) node).getSimpleName().length() == 0 : node instanceof MethodTree) return true;
        }
        return false;
    }

    /** Where a name is written after a position. */
    private int nameAfter(int from, CharSequence name) {
        for (int at = from; (at = text.indexOf(name.toString(), at)) >= 0; at++)
            if (!Character.isJavaIdentifierPart(text.charAt(at - 1)) && !Character.isJavaIdentifierPart(text.charAt(at + name.length()))) return at;
        return from;
    }

    @Override
    public Void visitClass(ClassTree node, Void nothing) {
        String shape = node.getKind().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
        CharSequence name = node.getSimpleName();
        long after = Math.max(positions.getStartPosition(unit, node), positions.getEndPosition(unit, node.getModifiers()));
        if (name.length() > 0) add(name, nameAfter((int) after + 1, name), "type", shape);
        return super.visitClass(node, nothing);
    }

    @Override
    public Void visitMethod(MethodTree node, Void nothing) {
        JCTree.JCMethodDecl method = (JCTree.JCMethodDecl) node;
        Tree owner = getCurrentPath().getParentPath().getLeaf();
        boolean isConstructor = node.getReturnType() == null;
        boolean isGenerated = (method.mods.flags & (1L << 36)) != 0 && !isConstructor;
        String shape = isConstructor ? ((method.mods.flags & (1L << 51)) != 0 ? "compact constructor" : "constructor") : owner.getKind() == Tree.Kind.ANNOTATION_TYPE ? "element of an annotation" : node.getBody() == null ? "method without a body" : "method";
        String name = isConstructor ? ((ClassTree) owner).getSimpleName().toString() : node.getName().toString();
        if (!isGenerated) add(name, method.pos, "method", shape);
        return super.visitMethod(node, nothing);
    }

    @Override
    public Void visitVariable(VariableTree node, Void nothing) {
        Tree owner = getCurrentPath().getParentPath().getLeaf();
        if (owner instanceof ClassTree) {
            JCTree.JCVariableDecl variable = (JCTree.JCVariableDecl) node;
            boolean isEntry = (variable.mods.flags & (1L << 14)) != 0;
            boolean isComponent = (variable.mods.flags & (1L << 61)) != 0;
            Set<Modifier> modifiers = node.getModifiers().getFlags();
            boolean isConstant = owner.getKind() == Tree.Kind.INTERFACE || owner.getKind() == Tree.Kind.ANNOTATION_TYPE || modifiers.contains(Modifier.STATIC) && modifiers.contains(Modifier.FINAL);
            // The position of a constant is that of its annotations.
            long after = positions.getEndPosition(unit, node.getModifiers());
            if (isEntry) add(node.getName(), after < 0 ? variable.pos : nameAfter((int) after, node.getName()), "enum member", "enum constant");
            else if (isComponent) add(node.getName(), variable.pos, "field", "record component");
            else add(node.getName(), variable.pos, isConstant ? "variable" : "field", isConstant ? "constant" : "field");
        }
        return super.visitVariable(node, nothing);
    }

    @Override
    public Void visitModule(ModuleTree node, Void nothing) {
        String name = node.getName().toString();
        add(name, nameAfter(Math.max(1, ((JCTree) node).getStartPosition()), name), "module", "module");
        return null;
    }
}
