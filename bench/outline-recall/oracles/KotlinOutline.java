import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.*;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.*;
import org.jetbrains.kotlin.config.*;
import org.jetbrains.kotlin.psi.*;

/**
 * Prints the declarations of Kotlin files, by the compiler's parser, as JSON lines; rules: docs/outlines.md.
 *
 * java -cp 'JARS/*' KotlinOutline.java ROOT < FILES
 *
 * FILES has one path per line, relative to ROOT. Files with syntax errors are left out.
 */
public class KotlinOutline extends KtTreeVisitorVoid {
    private final String file;
    private final int[] lineStarts;
    private final StringBuilder lines = new StringBuilder();
    private boolean hasErrors = false;

    KotlinOutline(String file, String text) {
        this.file = file;
        this.lineStarts = java.util.stream.IntStream.concat(java.util.stream.IntStream.of(0), java.util.stream.IntStream.range(0, text.length()).filter(at -> text.charAt(at) == '\n').map(at -> at + 1)).toArray();
    }

    public static void main(String[] args) throws IOException {
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.put(CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
        KotlinCoreEnvironment environment = KotlinCoreEnvironment.createForProduction(Disposer.newDisposable(), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        KtPsiFactory factory = new KtPsiFactory(environment.getProject(), false);
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String file; (file = input.readLine()) != null; ) {
            String text = Files.readString(Paths.get(args[0], file)).replace("\r\n", "\n");
            KotlinOutline outline = new KotlinOutline(file, text);
            factory.createFile(text).accept(outline);
            if (outline.hasErrors) continue;
            out.printf("{\"file\":\"%s\"}%n%s", file, outline.lines);
        }
        out.flush();
        System.exit(0);
    }

    private void add(PsiElement name, String kind, String shape, PsiElement declaration) {
        boolean isOptional = isBelow(declaration, KtObjectLiteralExpression.class);
        if (name == null || name.getText().isEmpty()) return;
        int at = Arrays.binarySearch(lineStarts, name.getTextOffset());
        String place = isBelow(declaration, KtFunction.class) ? " in a function" : "";
        lines.append(String.format("{\"file\":\"%s\",\"name\":\"%s\",\"kind\":\"%s\",\"line\":%d,\"shape\":\"%s%s\"%s}%n", file, name.getText().replace("\"", "\\\""), kind, at >= 0 ? at + 1 : -at - 1, shape, place, isOptional ? ",\"optional\":true" : ""));
    }

    private static boolean isBelow(PsiElement declaration, Class<? extends PsiElement> kind) {
        for (PsiElement at = declaration.getParent(); at != null; at = at.getParent()) if (kind.isInstance(at)) return true;
        return false;
    }

    private static boolean isMember(KtDeclaration declaration) {
        return declaration.getParent() instanceof KtClassBody;
    }

    @Override
    public void visitErrorElement(PsiErrorElement element) {
        hasErrors = true;
    }

    @Override
    public void visitClass(KtClass declaration) {
        String shape = declaration.isInterface() ? "interface" : declaration.isEnum() ? "enum" : "class";
        if (declaration instanceof KtEnumEntry) add(declaration.getNameIdentifier(), "enum member", declaration.getBody() == null ? "enum entry" : "enum entry with a body", declaration);
        else add(declaration.getNameIdentifier(), "type", shape, declaration);
        super.visitClass(declaration);
    }

    @Override
    public void visitObjectDeclaration(KtObjectDeclaration declaration) {
        add(declaration.getNameIdentifier(), "type", declaration.isCompanion() ? "companion object" : "object", declaration);
        super.visitObjectDeclaration(declaration);
    }

    @Override
    public void visitTypeAlias(KtTypeAlias declaration) {
        add(declaration.getNameIdentifier(), "type", "type alias", declaration);
    }

    @Override
    public void visitNamedFunction(KtNamedFunction declaration) {
        boolean isExtension = declaration.getReceiverTypeReference() != null;
        String shape = isExtension ? "extension function" : isMember(declaration) ? "method" : "function";
        add(declaration.getNameIdentifier(), isMember(declaration) || isExtension ? "method" : "function", shape, declaration);
        super.visitNamedFunction(declaration);
    }

    @Override
    public void visitSecondaryConstructor(KtSecondaryConstructor declaration) {
        add(declaration.getConstructorKeyword(), "method", "secondary constructor", declaration);
        super.visitSecondaryConstructor(declaration);
    }

    @Override
    public void visitProperty(KtProperty declaration) {
        boolean isExtension = declaration.getReceiverTypeReference() != null;
        if (isMember(declaration)) add(declaration.getNameIdentifier(), "field", isExtension ? "extension property of a type" : "property", declaration);
        else if (!declaration.isLocal()) add(declaration.getNameIdentifier(), isExtension ? "field" : "variable", isExtension ? "extension property" : "top-level property", declaration);
        super.visitProperty(declaration);
    }

    @Override
    public void visitPrimaryConstructor(KtPrimaryConstructor declaration) {
        for (KtParameter parameter : declaration.getValueParameters()) if (parameter.hasValOrVar()) add(parameter.getNameIdentifier(), "field", "parameter property", declaration);
        super.visitPrimaryConstructor(declaration);
    }
}
