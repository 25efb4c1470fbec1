import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "keys and what is held under them, where a dictionary is gone through": {
    files: `
      //- a.cs
      class Foo { public void Run() {} }
      class Bar { public void Run() {} }
      class U {
        Dictionary<string, Foo> map;
        void One() { foreach (var (key, foo) in map) foo.Run(); foreach (var pair in map) pair.Value.Run(); map.Select(pair => pair.Value).First().Run(); }
        void Two(Dictionary<Foo, int> keys) { foreach (var pair in keys) pair.Key.Run(); foreach (var foo in keys.Keys) foo.Run(); }
      }
      //- a.java
      class Foo { void run() {} }
      class Bar { void run() {} }
      class U {
        void one(Map<String, Foo> map) { for (var entry : map.entrySet()) entry.getValue().run(); for (Map.Entry<String, Foo> entry : map.entrySet()) entry.getValue().run(); }
        void two(Map<Foo, Bar> map) { map.forEach((key, bar) -> bar.run()); map.entrySet().stream().filter(entry -> true).forEach(entry -> entry.getKey().run()); }
      }
      //- a.py
      class Foo:
          def run(self): ...
      class Bar:
          def run(self): ...
      class Own:
          def items(self): return [(1, Bar())]
      def one(by: dict[str, Foo], foos: list[Foo], bars: list[Bar], own: Own):
          for key, foo in by.items(): foo.run()
          for at, foo in enumerate(foos): foo.run()
          for (foo, bar), key in zip(zip(foos, bars), by): bar.run()
          [foo.run() for key, foo in sorted(by.items())]
          for key, bar in own.items(): bar.run()
          for key, foo in {"a": Foo()}.items(): foo.run()
      class Keyed:
          def __init__(self):
              self.by: dict[Foo, Bar] = {}
              self.by = dict(sorted(self.by.items()))
          def all(self):
              for foo, bar in self.by.items(): foo.run()
              for foo in self.by: foo.run()
              for foo in self.by.keys(): foo.run()
    `,
    edges: `
      U.One → Foo.Run
      U.One → Foo.Run
      U.One → Foo.Run
      U.Two → Foo.Run
      U.Two → Foo.Run
      U.one → Foo.run@1
      U.one → Foo.run@1
      U.two.<5>@5 → Bar.run@2
      U.two.<5>@5 → Foo.run@1
      Own.items → Bar@3
      one → Foo.run@2
      one → Foo.run@2
      one → Bar.run@4
      one → Foo.run@2
      one → Own.items
      one → Bar.run@4
      one → Foo@1
      one → Foo.run@2
      Keyed.all → Foo.run@2
      Keyed.all → Foo.run@2
      Keyed.all → Foo.run@2
    `,
  },
  "Kotlin's maps": {
    files: `
      //- a.kt
      class Foo { fun run() {} }
      class Bar { fun run() {} }
      val top = hashMapOf<String, Foo>()
      fun one() {
        for ((key, foo) in top) { foo.run() }
      }
      class U {
        val map: Map<String, Foo> = mapOf()
        fun two() {
          for (entry in map) { entry.value.run() }
          for (entry in map.entries) { entry.value.run() }
        }
      }
    `,
    edges: `
      one → Foo.run
      U.two → Foo.run
      U.two → Foo.run
    `,
  },
});
