import { checkReader } from "../../../call-facts/reading/check-call-facts.ts";

checkReader({
  path: "src/sample.php",
  calls: `
    <?php
    declare(strict_types=1);
    use function Some\\other;
    #[Attr(c1())]
    abstract class Outer extends Base implements I {
        use Logs, Helps { a as protected b; Logs::x insteadof Helps; }
        const A = new c2(c3());
        public static array $all = [c4(), 'k' => c5(), c6() => c7(), ...c8()];
        private ?Foo $x = null, $y = c9();
        public string $full { get => $this->c10(); set(string $v) { c11($v); } }
        public function __construct(private readonly Foo $f = new c12(), #[Attr(c13())] int ...$rest) { parent::c14(); }
        public static function make(): static { return static::c15(self::c16(new Other\\c17($a))); }
        abstract function declared(Foo|Bar $x = A::B): ?Foo;
        function body() {
            $this->x->c18()?->y->c19(c20(), name: c21(), ...c22())[c23()];
            $f = function () use ($x, &$y): int { c24(); };
            $g = fn() => c25();
            (c26())(c27()); $h(c28()); [$this, 'x'](c29()); $o->$name(c30()); $o->{c31()}(); $c::$m(c32());
            new $c(c33()); new ($a)(c34()); new class(c35()) extends Foo { public $p = c36(); function q() { c37(); } };
            [$a, [$b, c38() => $c]] = c39(); list($d, , $e[c40()]) = $p;
            foreach (c41() as c42()->k => $v) c43();
            foreach (c44() as [$a, 'k' => $b]): c45(); endforeach;
            try { c46(); } catch (A | \\B $e) { c47(); } finally { c48(); }
            $a = c49() ? c50() : c51(); $a = c52() ?: c53() ?? c54(); $a ??= c55(); $a .= c56(); c57()->x = c58();
            $b = match (c59()) { c60(), c61() => c62(), default => c63() };
            if (c64()) c65(); elseif (c66()) c67(); else c68();
            if (c69()): c70(); elseif (c71()): c72(); else: c73(); endif;
            switch (c74()) { case c75(): c76(); break; default: c77(); }
            while (c78()) { c79(); } do { c80(); } while (c81());
            for ($i = c82(), $j = c83(); c84() < 3; $i += c85()) c86();
            echo c87(), "a c() {$x->c88()} {$y[c89()]}"; print c90();
            $t = <<<EOT
            c() {$x->c91()}
            EOT;
            static $st = c92(); unset($x[c93()]); isset($x[c94()]); empty(c95()); include c96(); exit(c97());
            (int) c98(); @c99(); !c100(); -c101(); c102() and c103(); \`ls {$x->c104()}\`; clone c105();
            $x instanceof Foo || c106() && c107() . c108();
            Foo::c109()(c110()); Foo::$s[c111()] = &c112(); Foo::c113(c114());
            yield c115(); yield c116() => c117(); yield from c118();
            throw new c119(c120());
        }
    }
    interface I extends A { const X = c121(); public function stop(int $x = c122()): void; }
    enum Suit: string { case Hearts = c123(); public static function f() { return c124(); } }
    trait Logs { protected $l = c125(); }
    function top($b = c126()): iterable { return c127(c128()); }
    const T = c129();
    ?>
    <p>c() <?= c130() ?></p>
    <?php if (c131()): ?> text <?php endif ?>
  `,
  tokens: [
    "<?php",
    "?>",
    "function f($x = 1)",
    "class A extends B",
    "use A\\B;",
    "namespace N;",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "$x",
    "$this->",
    "?->",
    "::",
    "new",
    "static",
    "fn() =>",
    "match (",
    "=>",
    "=",
    "&",
    "...",
    "'s'",
    '"{$',
    "<<<E",
    "yield",
    "return",
    "foreach (",
    "as",
    "catch (",
    "#[",
    "#",
    ";",
    ",",
    "list(",
    "instanceof",
    "global $x;",
  ],
  deep: `<?php ${"!".repeat(50_000)}c1();`,
});
