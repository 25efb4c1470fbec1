import { checkCallFacts } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("src/Server.php", {
  "classes have traits, what they extend and what they implement as bases, and names are full ones": {
    source: `
      <?php
      namespace App\\Http;
      use A\\B, A\\C as D;
      use Base\\{Server as Base, Stops\\Stopper};
      use function Str\\trim as cut;
      class Server extends Base implements Stopper, \\Countable {
          use Logs, Log\\Helps { Logs::write as protected log; }
          const LIMIT = 3;
          private ?Conn $conn = null;
          public static array $all = [];
          public function __construct(private readonly Conn $main, int $n = self::LIMIT) { parent::__construct(); }
          public static function make(B|null $b, D ...$rest): static { return new static($b); }
          public function again(): static { return new self; }
          abstract protected function stop(): void;
      }
      interface Stoppable { function stop(): bool; }
      enum Suit: string { case Hearts = 'H'; const Best = self::Hearts; }
      trait Logs { protected Log\\Writer $log; }
      cut(' x ');
      \\cut();
      D\\load(); namespace\\load(); Sub\\Type::load();
    `,
    flow: `
      file#0
        B = import(A\\B, *)
        D = import(A\\C, *)
        Base = import(Base\\Server, *)
        Stopper = import(Base\\Stops\\Stopper, *)
        cut = import(Str\\trim, *)
        Server = #1
        Stoppable = #6
        Suit = #8
        Logs = #9
        call cut at 19: cut(<string>)
        call cut at 20: import(cut, *)()
        call load at 21: import(A\\C\\load, *)()
        call load at 21: import(App\\Http\\load, *)()
        call load at 21: import(App\\Http\\Sub\\Type, *).load()
        class Server#1 < Logs < import(App\\Http\\Log\\Helps, *) < Base < Stopper < import(Countable, *)
          log = #1.write
          LIMIT = "3"
          $conn = a Conn
          $conn = <null>
          $all = a array
          $all = []
          $main = a Conn
          __construct = #2
          make = #3
          again = #4
          stop = #5
          constructor function __construct#2($main: Conn, $n: <int> = #1.LIMIT)
            this.$main = $main
            call __construct at 11: super.__construct()
          static function make#3($b: B, rest $rest: array<D>)
            return a this
            return new this($b)
            call Server at 12: new this($b)
          function again#4()
            return this
            return new #1()
            call Server at 13: new #1()
          abstract function stop#5(): <void>
        interface Stoppable#6
          stop = #7
          abstract function stop#7(): <bool>
        class Suit#8
          Hearts = a #8
          Best = #8.Hearts
        class Logs#9
          $log = a import(App\\Http\\Log\\Writer, *)
      package App\\Http
    `,
  },
  "calls of methods, static ones, closures and computed names": {
    source: `
      <?php
      function run(Server $server, callable $next) {
          $this->conn->close();
          $server?->conn->open($server, ...$rest);
          Server::$all['k'] = Server::LIMIT;
          $server->run(limit: 1)->stop();
          static::make();
          $next($server);
          ($this->hook)(1);
          $server->$name();
          $server->{'stop'}();
          $class::make(Server::class);
          new $class();
          new class($server) extends Server { function stop() {} };
          if (isset($x) && $next instanceof Closure) return strlen(...);
      }
    `,
    flow: `
      file#0
        run = #1
        function run#1($server: Server, $next: <callable>)
          $next = a Closure
          Server.$all["k"] = Server.LIMIT
          return strlen
          call close at 3: this.$conn.close()
          call open at 4: $server.$conn.open($server, *: $rest)
          call run at 6: $server.run($limit: "1")
          call stop at 6: $server.run($limit: "1").stop()
          call make at 7: typeof this.make()
          call $next at 8: $next($server)
          call $hook at 9: this.$hook("1")
          call  at 10: $server[$name]()
          call stop at 11: $server.stop()
          call make at 12: typeof $class.make(Server)
          call  at 13: new typeof $class()
          call  at 14: new #2($server)
          class#2 < Server
            stop = #3
            function stop#3()
    `,
  },
  "closures see what they capture, and functions may be passed by name": {
    source: `
      <?php
      $total = 0;
      $add = function (int $x) use (&$total): int { $total = $x; return $x; };
      $twice = fn($x) => $add($x);
      usort($list, [$this, 'compare']);
      array_map('Str\\trim', $list);
      call_user_func('run', 1);
      call_user_func_array([Server::class, 'make'], $args);
      function each() { global $log; static $n = one(); $log = $n; yield $n; yield 1 => $log; yield from others(); }
    `,
    flow: `
      file#0
        $total = "0"
        $total = $x in #1
        $add = #1
        $twice = #2
        $log = $n in #3
        each = #3
        call usort at 5: usort($list, ([this, "compare"] | this.compare))
        call array_map at 6: array_map(import(Str\\trim, *), $list)
        call call_user_func at 7: call_user_func(run, "1")
        call run at 7: run("1")
        call call_user_func_array at 8: call_user_func_array(([Server, "make"] | Server.make), $args)
        call  at 8: ([Server, "make"] | Server.make)()
        arrow function#1($x: <int>): <int>
          return $x
        arrow function#2($x)
          return $add($x)
          call $add at 4: $add($x)
        generator function each#3()
          $n = one()
          return $n
          return $log
          return each of others()
          call one at 9: one()
          call others at 9: others()
    `,
  },
  "values of expressions, and what is unpacked": {
    source: `
      <?php
      [$a, , [$b, 'k' => $c]] = $pair;
      list('x' => $d) = $e;
      foreach ($items as $key => $item) $item->go();
      foreach ($pairs as [$l, $r]) {}
      foreach ($items as &$ref) {}
      try {} catch (A | \\B\\C $error) {}
      $x = $a ? $b : $c; $x = $a ?: $b; $x = $a ?? $b; $x ??= $d; $x .= f();
      $x = match (true) { $a => one(), default => new Two };
      $x = [1, 'k' => f(), $i => g()];
      $list[] = (array) $b; $x = (int) $c;
      $x = clone $a; $y = &$x;
      const LIMIT = 1;
      define('OTHER', limit());
    `,
    flow: `
      file#0
        $a = $pair["0"]
        $b = $pair["2"]["0"]
        $c = $pair["2"]["k"]
        $d = $e["x"]
        $key = ?
        $item = each of $items
        $l = each of $pairs["0"]
        $r = each of $pairs["1"]
        $ref = each of $items
        $error = a (A | import(B\\C, *))
        $x = ($b | $c)
        $x = ($a | $b)
        $x = ($a | $b)
        $x = $d
        $x = (one() | new Two())
        $x = {"1", k: f(), g()}
        $x = <int>
        $x = $a
        $y = $x
        LIMIT = "1"
        OTHER = limit()
        $list[?] = $b
        call go at 4: $item.go()
        call f at 8: f()
        call one at 9: one()
        call Two at 9: new Two()
        call f at 10: f()
        call g at 10: g()
        call define at 14: define("OTHER", limit())
        call limit at 14: limit()
    `,
  },
  "hooks of fields, and what is known after a check": {
    source: `
      <?php
      class Point {
          #[Column(type: name())]
          public string $full { get => $this->first(); set(string $v) { $this->last = cut($v); } }
          function is(mixed $o) { return $o instanceof Point || $o instanceof self; }
          function sure($o) { if ($o instanceof Point) $o->is($o); }
      }
    `,
    flow: `
      file#0
        Point = #1
        class Point#1
          $full = a <string>
          is = #4
          sure = #5
          call name at 3: name()
          function#2()
            return this.first()
            call first at 4: this.first()
          function#3($v: <string>)
            this.$last = cut($v)
            call cut at 4: cut($v)
          function is#4($o)
            $o = a Point
            $o = a #1
          function sure#5($o)
            $o = a Point
            call is at 6: $o.is($o)
    `,
  },
});
