<?php
// Prints the declarations of PHP files, by PHP-Parser, as JSON lines; rules: docs/outlines.md.
//
//     php php_outline.php LIB ROOT < FILES
//
// LIB is the folder `lib` of PHP-Parser 5. FILES has one path per line, relative to ROOT. Files with syntax errors
// are left out.
use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Stmt;

[, $library, $root] = $argv;
spl_autoload_register(function (string $class) use ($library): void {
    $path = $library . '/' . str_replace('\\', '/', $class) . '.php';
    if (is_file($path)) require $path;
});

final class Outline extends PhpParser\NodeVisitorAbstract
{
    /** @var Node[] */
    private array $around = [];
    /** @var array<string, true> */
    private array $variables = [];

    public function __construct(private string $file) {}

    public function enterNode(Node $node): ?int
    {
        $this->print($node);
        $this->around[] = $node;
        return null;
    }

    public function leaveNode(Node $node): ?int
    {
        array_pop($this->around);
        return null;
    }

    private function print(Node $node): void
    {
        if ($node instanceof Stmt\Namespace_ && $node->name) $this->add($node->name->toString(), $node->name, 'module', 'namespace');
        elseif ($node instanceof Stmt\ClassLike && $node->name) $this->add($node->name->name, $node->name, 'type', strtolower(str_replace(['Stmt_'], '', $node->getType())));
        elseif ($node instanceof Stmt\EnumCase) $this->add($node->name->name, $node->name, 'enum member', 'case');
        elseif ($node instanceof Stmt\Function_) $this->add($node->name->name, $node->name, 'function', 'function' . $this->local());
        elseif ($node instanceof Stmt\ClassMethod) $this->add($node->name->name, $node->name, 'method', $node->stmts === null ? 'method without a body' : 'method');
        elseif ($node instanceof Stmt\Property) foreach ($node->props as $each) $this->add($each->name->name, $each->name, 'field', 'property');
        elseif ($node instanceof Stmt\ClassConst) foreach ($node->consts as $each) $this->add($each->name->name, $each->name, 'variable', 'class constant');
        elseif ($node instanceof Stmt\Const_) foreach ($node->consts as $each) $this->add($each->name->name, $each->name, 'variable', 'constant');
        elseif ($node instanceof Node\Param && $node->flags !== 0 && $node->var instanceof Expr\Variable) $this->add($node->var->name, $node->var, 'field', 'promoted property');
        elseif ($node instanceof Expr\FuncCall) $this->printDefine($node);
        elseif ($node instanceof Expr\Assign && $node->var instanceof Expr\Variable && is_string($node->var->name)) $this->printVariable($node);
    }

    private function printDefine(Expr\FuncCall $call): void
    {
        $first = $call->args[0]->value ?? null;
        if ($call->name instanceof Node\Name && $call->name->toLowerString() === 'define' && $first instanceof Node\Scalar\String_)
            $this->add($first->value, $first, 'variable', 'define');
    }

    private function printVariable(Expr\Assign $assignment): void
    {
        $isFunction = $assignment->expr instanceof Expr\Closure || $assignment->expr instanceof Expr\ArrowFunction;
        if ($isFunction) $this->add($assignment->var->name, $assignment->var, 'function', 'closure', true);
        elseif ($this->local() === '') $this->add($assignment->var->name, $assignment->var, 'variable', 'variable', true);
    }

    private function local(): string
    {
        foreach ($this->around as $each) if ($each instanceof Node\FunctionLike) return ' in a function';
        return '';
    }

    private function add(string $name, Node $at, string $kind, string $shape, bool $optional = false): void
    {
        foreach ($this->around as $each) if ($each instanceof Stmt\Class_ && $each->name === null) $optional = true;
        $entry = ['file' => $this->file, 'name' => $name, 'kind' => $kind, 'line' => $at->getStartLine(), 'shape' => $shape];
        echo json_encode($optional ? $entry + ['optional' => true] : $entry, JSON_UNESCAPED_SLASHES), "\n";
    }
}

$parser = (new PhpParser\ParserFactory())->createForNewestSupportedVersion();
while (($file = fgets(STDIN)) !== false) {
    $file = trim($file);
    try {
        $tree = $parser->parse(file_get_contents($root . '/' . $file));
    } catch (PhpParser\Error) {
        continue;
    }
    echo json_encode(['file' => $file], JSON_UNESCAPED_SLASHES), "\n";
    $traverser = new PhpParser\NodeTraverser();
    $traverser->addVisitor(new Outline($file));
    $traverser->traverse($tree);
}
