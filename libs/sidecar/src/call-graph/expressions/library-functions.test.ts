import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "what the codebase put into a library's container or object, or named elsewhere, is unknown when it comes back":
    {
      files: `
      //- a.js
      class Node { visitA() {} visitB() {} visitC() {} visitD() {} visitE() {} }
      const known = new Map();
      export function a(k) { known.get(k).visitA(); }
      const seen = new WeakMap();
      export function b(k) { const node = seen.get(k); node.visitB(); }
      export function c(p) { Reflect.get(p, "x").visitC(); }
      export function d(p) { structuredClone(p).visitD(); }
      export function e() { JSON.parse("{}").visitE(); }
      //- a.py
      import queue, pickle, threading
      from collections import deque
      class Leaf:
          def walk_a(self): ...
          def walk_b(self): ...
          def walk_c(self): ...
          def walk_d(self): ...
          def walk_e(self): ...
          def walk_f(self): ...
      here = threading.local()
      def a(p, name): getattr(p, name).walk_a()
      def b(p): deque(p).popleft().walk_b()
      def c(p): queue.Queue().get().walk_c()
      def d(p): pickle.loads(p).walk_d()
      def e(): here.leaf.walk_e()
      def f(): threading.current_thread().walk_f()
      //- a.php
      <?php
      class Twig { function goA() {} function goB() {} }
      function a($p) { array_pop($p)->goA(); }
      function b() { $all = new \\SplQueue(); $all->dequeue()->goB(); }
    `,
      edges: `
      a@3 → Node.visitA name_match
      b@5 → Node.visitB name_match
      c@6 → Node.visitC name_match
      d@7 → Node.visitD name_match
      a@3 → Twig.goA name_match
      b@4 → Twig.goB name_match
      a@11 → Leaf.walk_a name_match
      b@12 → Leaf.walk_b name_match
      c@13 → Leaf.walk_c name_match
      d@14 → Leaf.walk_d name_match
      e@15 → Leaf.walk_e name_match
    `,
    },
  "what is declared to be some function may be any that is handed over, and gives what that gives": {
    files: `
      //- a.php
      <?php
      class Rel { function query() {} static function wrap(\\Closure $make) { return $make(); } }
      class Other { function other() {} }
      class Model implements \\ArrayAccess {
        function one() { return Rel::wrap(function () { return new Rel(); }); }
        function two() { return Rel::wrap(fn () => new Other()); }
        function run() { $this->one()->query(); $this->two()->other(); }
      }
      //- b.py
      from typing import Callable
      class Leaf:
          def walk(self): ...
          def stay(self): ...
      def task(): ...
      def wrap(make: Callable): return make()
      def late(make: Callable): make().stay()
      def use():
          wrap(lambda: Leaf()).walk()
          wrap(task)
      //- c.ts
      class Node { visit() {} keep() {} }
      function wrapped(make: Function) { return make(); }
      function used(make: Function, all: Record<string, Node>, done: Awaited<Promise<Node>>) {
        wrapped(() => new Node()).visit();
        all.first.visit();
        done.keep();
      }
    `,
    edges: `
      Rel.wrap → Model.one.<5>, Model.two.<6>
      Model.one → Rel.wrap
      Model.one.<5> → Rel
      Model.two → Rel.wrap
      Model.two.<6> → Other
      Model.run → Model.one
      Model.run → Rel.query
      Model.run → Model.two
      Model.run → Other.other
      wrap → use.<9>, task
      late → Leaf.stay name_match
      use → wrap
      use.<9> → Leaf
      use → Leaf.walk
      use → wrap
      wrapped → used.<4>
      used → wrapped
      used.<4> → Node
      used → Node.visit
      used → Node.visit
      used → Node.keep
    `,
  },
  "Python: a class that is made by a call is derived from what that is told, and `__new__` makes an object of what it is told":
    {
      files: `
      //- a.py
      class Base:
          def get(self): ...
          @classmethod
          def made_from(cls, other): return type("Made", (cls,), {"x": 1})
      class Manager(Base.made_from(object)): pass
      def use(): Manager().get()
      class Meta(type):
          def __new__(cls, name, bases, members):
              made = super().__new__(cls, name, bases, members)
              made.prepare()
          def prepare(self): ...
      class Copied:
          def fill(self): ...
          def copy(self): object.__new__(type(self)).fill()
    `,
      edges: `
      a.py → Base.made_from
      use → Manager
      use → Base.get
      Meta.__new__ → Meta.prepare
      Copied.copy → Copied.fill
    `,
    },
});
