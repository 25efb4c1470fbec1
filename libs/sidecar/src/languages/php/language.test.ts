import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/Store.php", {
  "classes with constants, properties and methods": {
    source: `
      <?php
      namespace App\\Http;

      #[Attr(1), Other]
      abstract class Store extends Base implements Countable, \\ArrayAccess
      {
          use Cached, Logged;
          const MAX = 10, MIN = 1;
          final public const string TYPED = 'x';
          private ?string $name = null;
          public static int $count, $other = 2;
          public string $hooked { get => $this->x; }
          public function __construct(private readonly string $title, int $plain) { parent::__construct(); }
          #[Pure]
          public function get(string $key, ?Foo ...$rest): Result|Other
          {
              $local = 1;
              $fn = function () use ($key) { inner(); };
              function nested() {}
          }
          abstract protected function abs(
              int $a,
          ): void;
      }
    `,
    outline: `
      namespace App\\Http 2-2
      class Store 4-24
        constant Store.MAX 8-8
        constant Store.MIN 8-8
        constant Store.TYPED 9-9
        property Store.name 10-10
        property Store.count 11-11
        property Store.other 11-11
        property Store.hooked 12-12
        constructor Store.__construct 13-13
          property Store.title 13-13
        method Store.get 14-20
          function Store.get.fn 18-18
          function Store.get.nested 19-19
        method Store.abs 21-23
    `,
    signatures: `
      App\\Http | namespace App\\Http
      Store | abstract class Store extends Base implements Countable, \\ArrayAccess
      Store.MAX | const MAX = 10, MIN = 1
      Store.MIN | const MAX = 10, MIN = 1
      Store.TYPED | final public const string TYPED = 'x'
      Store.name | private ?string $name = null
      Store.count | public static int $count, $other = 2
      Store.other | public static int $count, $other = 2
      Store.hooked | public string $hooked
      Store.__construct | public function __construct(private readonly string $title, int $plain)
      Store.title | private readonly string $title
      Store.get | public function get(string $key, ?Foo ...$rest): Result|Other
      Store.get.fn | $fn = function () use ($key)
      Store.get.nested | function nested()
      Store.abs | abstract protected function abs( int $a, ): void
    `,
    references: `
      4: decorator Attr
      4: decorator Other
      5: extends Base
      5: implements Countable
      5: implements ArrayAccess
      7: extends Cached
      7: extends Logged
      14: decorator Pure
      15: type Foo
      15: type Result
      15: type Other
    `,
  },
  "interfaces, traits, enums and what stands at the top": {
    source: `
      <?php
      interface Shape extends A, B { const K = 1; public function area(): float; }
      trait Greets { public $t; function hi() {} }
      enum Suit: string implements HasLabel { case Hearts = 'H'; const X = 1; function label(): string { return ''; } }
      function top(int $a): array { return []; }
      const ONE = 1, TWO = 2;
      define('THREE', 3);
      $config = new Config();
      $double = fn (int $x): int => $x * 2;
      if (!function_exists('helper')) {
          function helper() {}
      }
    `,
    outline: `
      interface Shape 2-2
        constant Shape.K 2-2
        method Shape.area 2-2
      trait Greets 3-3
        property Greets.t 3-3
        method Greets.hi 3-3
      enum Suit 4-4
        enum_member Suit.Hearts 4-4
        constant Suit.X 4-4
        method Suit.label 4-4
      function top 5-5
      constant ONE 6-6
      constant TWO 6-6
      constant THREE 7-7
      variable config 8-8
      function double 9-9
      function helper 11-11
    `,
  },
  "namespaces with braces, and text around the code": {
    source: `
      <h1><?= $title ?></h1>
      <?php
      namespace A { function f() {} class C {} }
      namespace { function g() {} }
      ?>
      <p>end</p>
    `,
    outline: `
      namespace A 3-3
        function A.f 3-3
        class A.C 3-3
      function g 4-4
    `,
  },
  calls: {
    source: `
      <?php
      $this->helper->go($key)?->then(fn ($x) => $x->stop());
      self::make(1);
      Foo::bar(2, 3);
      \\Foo\\baz(1);
      plain();
      new Foo(1);
      new \\Foo\\Bar;
      $dynamic($y);
      $obj->$dynamic();
      route(Foo::class);
    `,
    calls: `
      2: $this->helper . go/1
      2: $this->helper->go($key) . then/1
      2: $x . stop/0
      3: self . make/1
      4: Foo . bar/2
      5: Foo . baz/1
      6: plain/0
      7: Foo/1
      8: Foo . Bar
      11: route/1
    `,
    references: "11: value Foo",
  },
  "imports and included files": {
    source: `
      <?php
      use Foo\\Bar;
      use Foo\\Baz as Qux, Closure;
      use function Foo\\helper;
      use Foo\\{
          A,
          B as C,
          Sub\\D
      };
      require_once __DIR__ . '/x.php';
      include 'y.php';
      require $file;
    `,
    imports: `
      2: import Foo {Bar}
      3: import Foo {Baz as Qux}
      3: import Closure {Closure}
      4: import Foo {helper}
      6: import Foo {A}
      7: import Foo {B as C}
      8: import Foo\\Sub {D}
      10: include ./x.php
      11: include y.php
    `,
  },
  "doc comments": {
    source: `
      <?php
      /**
       * Keeps values.
       *
       * @template T
       */
      #[Attr]
      final class Store
      {
          /** @var string The name. */
          private $name;
          # Its size.
          private $size;
          /** {@inheritdoc} */
          public function get() {}
      }
    `,
    docs: `
      Store | Keeps values.
      Store.name | The name.
      Store.size | Its size.
    `,
  },
  "an empty file": { source: "", outline: "" },
  "a file without code": { source: "<p>hello</p>", outline: "" },
  "what follows a syntax error is still found": {
    source: `
      <?php
      class Before {
          function broken() { $x = ; call(; }
          function next() {}
      }
      class After { function run() {} }
    `,
    outline: `
      class Before 2-5
        method Before.broken 3-3
        method Before.next 4-4
      class After 6-6
        method After.run 6-6
    `,
    diagnostics: "syntax_error",
  },
});
