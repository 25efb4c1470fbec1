/** Call resolution in PHP, as edges of small codebases. */
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

checkEdges({
  "comments say what arrays hold, and what has no type in code": {
    files: `
      //- src/Option.php
      <?php
      namespace App\\Parts;
      class Option { public function name() {} }
      //- src/Use.php
      <?php
      namespace App;
      use App\\Parts\\Option;
      class Shelf {
        /** @var array<string, Option> by name */
        private array $all = [];
        /** @var Option|null */
        private $first;

        /**
         * @param iterable<Option> $given
         * @param \\App\\Parts\\Option $one those that
         *                                  are more
         *
         * @return Option[]
         */
        public function take(iterable $given, $one, $other): array {
          foreach ($given as $option) { $option->name(); }
          $one->name();
          $other->name();
          $this->first->name();
          return [];
        }
        public function run() {
          foreach ($this->all as $option) $option->name();
          $this->take([], null, null)[0]->name();
        }
      }
    `,
    edges: `
      Shelf.take → Option.name
      Shelf.take → Option.name
      Shelf.take → Option.name name_match
      Shelf.take → Option.name
      Shelf.run → Option.name
      Shelf.run → Shelf.take
      Shelf.run → Option.name
    `,
  },
  "types in code come first, and type parameters of comments are none": {
    files: `
      //- src/Use.php
      <?php
      class A { public function go() {} }
      class B { public function go() {} }
      /** @template T of A */
      class Box {
        /** @param B $a @return T */
        public function open(A $a) { $a->go(); }
        /** @param T $t */
        public function close($t) { $t->go(); }
        public function run() { $this->open(new A())->go(); }
      }
    `,
    edges: `
      Box.open → A.go
      Box.run → Box.open
      Box.run → A
    `,
  },
  "behind an interface from outside stand the classes that are derived from it": {
    files: `
      //- src/Log.php
      <?php
      namespace App;
      use Psr\\Log\\LoggerInterface;
      class FileLog implements LoggerInterface { public function error($text) {} }
      class Quiet extends FileLog { public function error($text) {} }
      class Other { public function error($text) {} }
      function run(LoggerInterface $log, \\Iterator $all) { $log->error("x"); $all->error("y"); }
    `,
    edges: "run → FileLog.error possible, Quiet.error possible",
  },
  "what a trait has stands in the place of what a class inherits and of what its interfaces ask for": {
    files: `
      //- src/Use.php
      <?php
      interface Aware { public function set($value); }
      trait IsAware { public function set($value) { parent::set($value); } public function get() {} }
      trait Asks { abstract public function get(); public function run() { $this->get(); } }
      class Base { public function set($value) {} }
      class Box extends Base implements Aware { use Asks; use IsAware; }
      function run(Aware $aware, Base $base) { $aware->set(1); $base->set(2); }
    `,
    edges: `
      IsAware.set → Base.set possible
      Asks.run → Asks.get, IsAware.get possible
      run → Aware.set, IsAware.set possible
      run → Base.set, IsAware.set possible
    `,
  },
  "the language calls methods of objects that are cast, counted, gone through and subscripted": {
    files: `
      //- src/Bag.php
      <?php
      class Item { public function name() {} }
      class Bag implements Countable, IteratorAggregate, ArrayAccess {
        /** @var Item[] */
        private array $items = [];
        public function __toString() { return ""; }
        public function count(): int { return 0; }
        public function getIterator(): \\Generator { yield from $this->items; }
        public function offsetGet($at): Item { return $this->items[$at]; }
        public function offsetSet($at, $item): void {}
      }
      function run(Bag $bag, array $list, string $text) {
        (string) $bag;
        count($bag) + count($list);
        foreach ($bag as $item) $item->name();
        $bag[0]->name();
        $bag[1] = $list[0];
        return (string) $text;
      }
    `,
    edges: `
      run → Bag.__toString
      run → Bag.count
      run → Bag.getIterator
      run → Item.name
      run → Bag.offsetGet
      run → Item.name
      run → Bag.offsetSet
    `,
  },
  "PHPUnit makes objects of abstract classes and traits": {
    files: `
      //- tests/BoxTest.php
      <?php
      abstract class Box { public function open() {} }
      class BoxTest extends TestCase {
        public function testIt() { $this->getMockForAbstractClass(Box::class)->open(); }
      }
    `,
    edges: "BoxTest.testIt → Box.open",
  },
});
