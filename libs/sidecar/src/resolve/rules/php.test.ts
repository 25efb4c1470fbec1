/** Resolution of PHP, as edges of small codebases. */
import { checkEdges } from "../testing/check-edges.ts";

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
});
