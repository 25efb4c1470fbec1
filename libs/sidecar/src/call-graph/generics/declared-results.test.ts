import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "the types that a call is written with are those of what it gives": {
    files: `
      //- a.ts
      class Foo { run() {} }
      interface Box { make<T>(name: string): T; all<T>(): T[]; later<T>(): Promise<T>; two<A, B>(): [A, B] }
      function one(box: Box) { box.make<Foo>("a").run(); box.all<Foo>()[0].run(); const [, second] = box.two<string, Foo>(); second.run(); }
      async function two(box: Box) { (await box.later<Foo>()).run(); }
      function three(box: Box) { box.make("a").run(); }
      //- a.cs
      class Foo { public void Run() {} }
      class Box { public T Make<T>() { return default(T); } public List<T> All<T>() => null; }
      class U { void One(Box box) { box.Make<Foo>().Run(); foreach (var foo in box.All<Foo>()) foo.Run(); } }
      //- a.java
      class Foo { void run() {} }
      class Box { <T> T make() { return null; } }
      class U { void one(Box box) { box.<Foo>make().run(); } }
      //- a.kt
      class Foo { fun run() {} }
      class Box { fun <T> make(): T { TODO() } }
      fun one(box: Box) { box.make<Foo>().run() }
      //- a.go
      package a
      type Foo struct{}
      func (f *Foo) Run() {}
      func Make[T any]() (t T) { return }
      func Find[K comparable, T any](key K) (*T, error) { return nil, nil }
      func One() { Make[Foo]().Run(); Make[*Foo]().Run(); found, _ := Find[string, Foo]("a"); found.Run() }
      //- a.rs
      pub struct Foo;
      impl Foo { pub fn run(&self) {} }
      pub fn make<T>() -> T { todo!() }
      pub fn one() { make::<Foo>().run(); }
    `,
    edges: `
      U.One → Box.Make
      U.One → Foo.Run@1
      U.One → Box.All
      U.One → Foo.Run@1
      One → Make
      One → Foo.Run@3
      One → Make
      One → Foo.Run@3
      One → Find
      One → Foo.Run@3
      U.one → Box.make@2
      U.one → Foo.run@1
      one@3 → Box.make@2
      one@3 → Foo.run@1
      one@4 → make
      one@4 → Foo.run@2
      one@3 → Box.make@2
      one@3 → Foo.run@1
      one@3 → Box.all
      one@3 → Foo.run@1
      one@3 → Box.two
      one@3 → Foo.run@1
      two → Box.later
      two → Foo.run@1
      three → Box.make@2
    `,
  },
  "a class that is handed over for a type parameter is the type of what a call gives": {
    files: `
      //- a.ts
      class Foo { run() {} }
      interface Type<T> { new (): T }
      declare function make<T>(type: new () => T): T;
      declare function find<T>(type: Type<T>, name?: string): T | null;
      function one() { make(Foo).run(); find(Foo)?.run(); }
      //- a.java
      class Foo { void run() {} }
      class Box { <T> T make(String name, Class<T> type) { return null; } <T> List<T> all(Class<T> type) { return null; } }
      class U { void one(Box box) { box.make("a", Foo.class).run(); for (var foo : box.all(Foo.class)) foo.run(); } }
      //- a.kt
      class Foo { fun run() {} }
      fun <T : Any> make(type: KClass<T>): T = TODO()
      fun one() { make(Foo::class).run() }
      //- a.py
      from typing import Type, TypeVar
      T = TypeVar("T")
      class Foo:
          def run(self): ...
      def make(cls: Type[T]) -> T: ...
      def new[U](cls: type[U]) -> U: ...
      def one(): make(Foo).run(); new(Foo).run()
    `,
    edges: `
      U.one → Box.make
      U.one → Foo.run@1
      U.one → Box.all
      U.one → Foo.run@1
      one@3 → make@2
      one@3 → Foo.run@1
      one@7 → make@5
      one@7 → Foo.run@4
      one@7 → new
      one@7 → Foo.run@4
      one@5 → make@3
      one@5 → Foo.run@1
      one@5 → find
      one@5 → Foo.run@1
    `,
  },
  "what is handed over for a type parameter is what a call gives": {
    files: `
      //- a.ts
      class Base { run() {} }
      class Foo extends Base { run() {} }
      declare function same<T extends Base>(value: T): T;
      declare function first<T>(values: T[]): T | undefined;
      declare function given<T>(make: () => T): T;
      function one(foo: Foo, all: Foo[]) { same(foo).run(); first(all)?.run(); first([foo])?.run(); given(() => foo).run(); }
      //- a.py
      from typing import Generic, TypeVar
      T = TypeVar("T", bound="Base")
      class Base:
          def run(self): ...
      class Foo(Base):
          def run(self): ...
      class Repo(Generic[T]):
          def find(self) -> T: ...
          def same(self, value: T) -> T: ...
      class Foos(Repo[Foo]): ...
      def any() -> T: ...
      def one(some: Repo[Foo], own: Foos): some.find().run(); own.find().run()
      def two(): any().run()
      //- a.java
      class Foo { void run() {} }
      interface Box { <T> T same(T value); <T> T first(List<T> values); }
      class U { void one(Box box, List<Foo> all) { box.same(new Foo()).run(); box.first(all).run(); } }
    `,
    edges: `
      U.one → Box.same
      U.one → Foo@1
      U.one → Foo.run@1
      U.one → Box.first
      U.one → Foo.run@1
      one@12 → Repo.find
      one@12 → Foo.run@6
      one@12 → Repo.find
      one@12 → Foo.run@6
      two → any
      two → Base.run@4, Foo.run@6 possible
      one@6 → same
      one@6 → Foo.run@2
      one@6 → first
      one@6 → Foo.run@2
      one@6 → first
      one@6 → Foo.run@2
      one@6 → given
      one@6 → Foo.run@2
    `,
  },
  "types that are made of type parameters": {
    files: `
      //- a.ts
      class Foo { run() {} }
      interface Repo<E> { find(): Promise<E[]>; byName(): Map<string, E[]>; page<K>(key: K): Promise<Map<K, Array<E>>> }
      declare function load<T>(): Promise<T[]>;
      async function one(repo: Repo<Foo>) { (await repo.find()).forEach((foo) => foo.run()); repo.byName().get("a")[0].run(); }
      async function two(repo: Repo<Foo>) { (await repo.page("a")).get("a")[0].run(); (await load<Foo>())[0].run(); }
      class Grows<T> { next(): Grows<T[]> { return new Grows(); } held(): T { return this.value; } value: T }
      function three(grows: Grows<Foo>) { grows.next().next().next().next().next().next().held(); grows.held().run(); }
      //- a.dart
      class Foo { void run() {} }
      class Bar { void run() {} }
      class Repo<T> { Future<List<T>> later() async => []; }
      Future<void> four(Repo<Foo> repo) async { for (final foo in await repo.later()) { foo.run(); } }
    `,
    edges: `
      four.<4> → Repo.later
      four.<4> → Foo.run@1
      one → Repo.find
      one.<4> → Foo.run@1
      one → Repo.byName
      one → Foo.run@1
      two → Repo.page
      two → Foo.run@1
      two → load
      two → Foo.run@1
      Grows.next → Grows
      three → Grows.next
      three → Grows.next
      three → Grows.next
      three → Grows.next
      three → Grows.next
      three → Grows.next
      three → Grows.held
      three → Grows.held
      three → Foo.run@1
    `,
  },
  "templates, and calls that are told a type": {
    files: `
      //- a.cpp
      struct Foo { void run() {} };
      struct Bar { void run() {} };
      template <typename T> class Box { T* held_; public: T* get() { return held_; } template <class U> U& make(); };
      template <int N, typename T> T pick() { return T(); }
      template <typename T> T& first(std::vector<T>& all) { return all[0]; }
      template <typename T> typename T::type computed(T value) { return value.result(); }
      void one(Box<Foo>& box, std::vector<Foo>& all) { box.get()->run(); box.make<Foo>().run(); pick<3, Foo>().run(); first(all).run(); computed(all).run(); }
      //- a.scala
      class Foo { def run() = {} }
      class Box { def make[T](): T = ??? }
      object U { def one(box: Box, json: Json) = { box.make[Foo]().run(); json.as[Foo]().run() } }
      //- a.swift
      class Foo { func run() {} }
      class Bar { func run() {} }
      func make<T>(_ type: T.Type) -> T { fatalError() }
      func one(decoder: JSONDecoder, data: Data) { make(Foo.self).run(); decoder.decode(Foo.self, from: data).run() }
    `,
    edges: `
      one@7 → Box.get
      one@7 → Foo.run@1
      one@7 → Box.make@3
      one@7 → Foo.run@1
      one@7 → pick
      one@7 → Foo.run@1
      one@7 → first
      one@7 → Foo.run@1
      one@7 → computed
      U.one → Box.make@2
      U.one → Foo.run@1
      U.one → Foo.run@1
      one@4 → make
      one@4 → Foo.run@1
      one@4 → Foo.run@1
    `,
  },
});
