import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.TreeInfo;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.TypeKind;
import javax.tools.*;

/**
 * Prints what javac says about some files, as JSON lines. For calls: {"file"} for each file that was read,
 * and {"file", "start", "kind", "declarations"} for each call. For uses: {"file", "start", "declarations"}
 * for each name. Code that depends on missing libraries is left out.
 *
 * java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED JavaOracle.java ROOT FILES calls|uses
 *
 * FILES has one path per line, relative to ROOT.
 */
public class JavaOracle {
    private final Path root;
    private final Trees trees;
    private final PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
    /** Declarations as JSON, by the element that they declare. */
    private final Map<Element, String> declarations = new HashMap<>();

    JavaOracle(Path root, Trees trees) {
        this.root = root;
        this.trees = trees;
    }

    public static void main(String[] args) throws IOException {
        Path root = Paths.get(args[0]).toRealPath();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<Path> paths = Files.readAllLines(Paths.get(args[1])).stream().map(root::resolve).collect(Collectors.toList());
        List<String> options = List.of("-proc:none", "-implicit:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1");
        JavacTask task = (JavacTask) compiler.getTask(null, files, problem -> {}, options, null, files.getJavaFileObjectsFromPaths(paths));
        JavaOracle oracle = new JavaOracle(root, Trees.instance(task));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        for (CompilationUnitTree unit : units) {
            if (args[2].equals("uses")) oracle.new Uses(oracle.textOf(unit)).scan(unit, null);
            else {
                oracle.out.printf("{\"file\":\"%s\"}%n", oracle.pathOf(unit));
                oracle.new Calls().scan(unit, null);
            }
        }
        oracle.out.flush();
    }

    private String pathOf(CompilationUnitTree unit) {
        return root.relativize(Paths.get(unit.getSourceFile().toUri())).toString().replace('\\', '/');
    }

    private class Calls extends TreePathScanner<Void, Void> {
        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            ExpressionTree select = call.getMethodSelect();
            // Generated constructors call the base class's constructor.
            if (endOf(select) < 0) return super.visitMethodInvocation(call, nothing);
            Element called = trees.getElement(new TreePath(getCurrentPath(), select));
            // In `object.name`, the name comes last.
            int start = select instanceof MemberSelectTree ? endOf(select) - ((MemberSelectTree) select).getIdentifier().length() : ((JCTree) select).getStartPosition();
            if (called instanceof ExecutableElement) print(start, kindOf(called), called);
            return super.visitMethodInvocation(call, nothing);
        }

        @Override
        public Void visitNewClass(NewClassTree call, Void nothing) {
            ExpressionTree named = call.getIdentifier();
            while (named instanceof ParameterizedTypeTree || named instanceof AnnotatedTypeTree) {
                named = (ExpressionTree) (named instanceof ParameterizedTypeTree ? ((ParameterizedTypeTree) named).getType() : ((AnnotatedTypeTree) named).getUnderlyingType());
            }
            Element type = TreeInfo.symbol((JCTree) named);
            // After `new`, an interface is implemented by an anonymous class; no constructor of it is called.
            if (type instanceof TypeElement && type.getKind().isClass() && endOf(named) >= 0) print(endOf(named) - lastName(named).length(), "constructor", type);
            return super.visitNewClass(call, nothing);
        }

        /** Handles enum constants that call the constructor with arguments. */
        @Override
        public Void visitVariable(VariableTree variable, Void nothing) {
            Element constant = trees.getElement(getCurrentPath());
            boolean isConstant = constant != null && constant.getKind() == ElementKind.ENUM_CONSTANT;
            if (isConstant && variable.getInitializer() instanceof NewClassTree && !((NewClassTree) variable.getInitializer()).getArguments().isEmpty()) {
                print(((JCTree) variable).pos, "constructor", constant.getEnclosingElement());
            }
            return super.visitVariable(variable, nothing);
        }

        private int endOf(Tree tree) {
            return (int) trees.getSourcePositions().getEndPosition(getCurrentPath().getCompilationUnit(), tree);
        }

        private void print(int start, String kind, Element called) {
            Element declared = kind.equals("constructor") && called instanceof ExecutableElement ? called.getEnclosingElement() : called;
            TreePath place = trees.getPath(declared);
            String declarations = place == null ? "" : String.format("\"%s:%d\"", pathOf(place.getCompilationUnit()), lineOfName(place, declared));
            out.printf("{\"file\":\"%s\",\"start\":%d,\"kind\":\"%s\",\"declarations\":[%s]}%n", pathOf(getCurrentPath().getCompilationUnit()), start, kind, declarations);
        }
    }

    /** Prints names in tree order, without generated ones. */
    private class Uses extends TreePathScanner<Void, Void> {
        private final String text;
        private final Set<Integer> printed = new HashSet<>();

        Uses(String text) {
            this.text = text;
        }

        @Override
        public Void visitIdentifier(IdentifierTree name, Void nothing) {
            printUse(((JCTree) name).getStartPosition(), name.getName().toString(), TreeInfo.symbol((JCTree) name));
            return super.visitIdentifier(name, nothing);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree select, Void nothing) {
            String name = select.getIdentifier().toString();
            printUse(endOf(select) - name.length(), name, TreeInfo.symbol((JCTree) select));
            return super.visitMemberSelect(select, nothing);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree reference, Void nothing) {
            String name = reference.getName().toString();
            printUse(endOf(reference) - name.length(), name, TreeInfo.symbol((JCTree) reference));
            return super.visitMemberReference(reference, nothing);
        }

        /** The name in a declaration has no other meaning. */
        @Override
        public Void visitVariable(VariableTree variable, Void nothing) {
            printDeclared(variable, variable.getName());
            return super.visitVariable(variable, nothing);
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            printDeclared(method, method.getName());
            return super.visitMethod(method, nothing);
        }

        private void printDeclared(Tree declaration, Name name) {
            print(((JCTree) declaration).pos, name.toString(), "");
        }

        private int endOf(Tree tree) {
            return (int) trees.getSourcePositions().getEndPosition(getCurrentPath().getCompilationUnit(), tree);
        }

        private void printUse(int start, String name, Element meant) {
            if (meant != null && (meant.asType() == null || meant.asType().getKind() != TypeKind.ERROR)) print(start, name, declarations.computeIfAbsent(meant, JavaOracle.this::declarationOf));
        }

        private void print(int start, String name, String declarations) {
            if (start < 0 || !text.startsWith(name, start) || !printed.add(start)) return;
            out.printf("{\"file\":\"%s\",\"start\":%d,\"declarations\":[%s]}%n", pathOf(getCurrentPath().getCompilationUnit()), start, declarations);
        }
    }

    private String declarationOf(Element meant) {
        TreePath place = trees.getPath(meant);
        return place == null ? "" : String.format("\"%s:%d:%s\"", pathOf(place.getCompilationUnit()), lineOfName(place, meant), meant.getSimpleName());
    }

    private static String lastName(ExpressionTree type) {
        return (type instanceof MemberSelectTree ? ((MemberSelectTree) type).getIdentifier() : type).toString();
    }

    private static String kindOf(Element called) {
        if (called.getKind() == ElementKind.CONSTRUCTOR) return "constructor";
        if (called.getModifiers().contains(Modifier.ABSTRACT)) return "interface";
        return called.getModifiers().contains(Modifier.STATIC) ? "function" : "method";
    }

    /**
     * Line of a declaration's name. A method's position is that of its name; a class's position is before its
     * name.
     */
    private long lineOfName(TreePath place, Element declared) {
        String text = textOf(place.getCompilationUnit());
        int from = ((JCTree) place.getLeaf()).pos;
        int at = text.indexOf(declared.getSimpleName().toString(), from);
        return place.getCompilationUnit().getLineMap().getLineNumber(at < 0 ? from : at);
    }

    private static String textOf(CompilationUnitTree unit) {
        try {
            return unit.getSourceFile().getCharContent(true).toString();
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
