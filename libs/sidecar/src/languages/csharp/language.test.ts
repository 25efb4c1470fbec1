import { expect, test } from "vitest";
import { hideRanges } from "../../blank.ts";
import { checkLanguage } from "../testing/check.ts";
import { hiddenParts } from "./bodies.ts";

checkLanguage("src/Store.cs", {
  "classes with all their members": {
    source: `
      namespace Acme.App
      {
          [Serializable, Obsolete("x")]
          public abstract class Store<T> : Parent<T>, ns.IDisposable where T : Base
          {
              private const int Max = 10, Min = 1;
              private static readonly List<Foo> items = new();
              public event EventHandler Changed;
              public event EventHandler Custom { add { } remove { } }
              public string Name { get; set; } = Make("x");
              public int Size => items.Count;
              public T this[int index] { get { return items[index]; } }
              public Store(string name) : base(name) { }
              ~Store() { }
              public static Store<T> operator +(Store<T> a, Store<T> b) => a;
              public async Task<R> GetAsync<R>(
                  R key,
                  int more) where R : class
              {
                  int Local(int a) => a;
              }
              void IDisposable.Dispose() { }
              protected abstract void Clear(int a);
          }
      }
    `,
    outline: `
      namespace Acme.App 1-25
        class Acme.App.Store 3-24
          constant Acme.App.Store.Max 6-6
          constant Acme.App.Store.Min 6-6
          field Acme.App.Store.items 7-7
          event Acme.App.Store.Changed 8-8
          event Acme.App.Store.Custom 9-9
          property Acme.App.Store.Name 10-10
          property Acme.App.Store.Size 11-11
          property Acme.App.Store.this 12-12
          constructor Acme.App.Store.Store 13-13
          method Acme.App.Store.~Store 14-14
          method Acme.App.Store.+ 15-15
          method Acme.App.Store.GetAsync 16-21
            function Acme.App.Store.GetAsync.Local 20-20
          method Acme.App.Store.Dispose 22-22
          method Acme.App.Store.Clear 23-23
    `,
    references: `
      3: decorator Serializable
      3: decorator Obsolete
      4: extends Parent
      4: type T
      4: implements IDisposable
      4: type Base
      7: type List
      7: type Foo
      8: type EventHandler
      9: type EventHandler
      12: type T
      15: type Store
      15: type T
      15: type Store
      15: type T
      15: type Store
      15: type T
      16: type Task
      16: type R
      17: type R
    `,
  },
  "signatures end before the body and begin behind the attributes": {
    source: `
      class Store {
          [Obsolete]
          public string Name { get; set; } = "x";
          public int Size => items.Count;
          [A, B("c")] public T Get<T>(
              int key) where T : class { return x; }
          int Add(int a) => a + 1;
      }
    `,
    signatures: `
      Store | class Store
      Store.Name | public string Name
      Store.Size | public int Size => items.Count
      Store.Get | public T Get<T>( int key) where T : class
      Store.Add | int Add(int a)
    `,
  },
  "enums, structs, interfaces, records and delegates": {
    source: `
      namespace Acme.App;
      enum Color : byte { Red = 1, [Old] Green }
      struct Point { public int X; }
      interface IShape : IArea, IName { void M(); int P { get; } }
      record Pair(int First, string Second) : Base(First) { void M() { } }
      record struct Size(int Width);
      public delegate int Handler(int a);
    `,
    outline: `
      namespace Acme.App 1-7
        enum Acme.App.Color 2-2
          enum_member Acme.App.Color.Red 2-2
          enum_member Acme.App.Color.Green 2-2
        struct Acme.App.Point 3-3
          field Acme.App.Point.X 3-3
        interface Acme.App.IShape 4-4
          method Acme.App.IShape.M 4-4
          property Acme.App.IShape.P 4-4
        class Acme.App.Pair 5-5
          property Acme.App.Pair.First 5-5
          property Acme.App.Pair.Second 5-5
          method Acme.App.Pair.M 5-5
        struct Acme.App.Size 6-6
          property Acme.App.Size.Width 6-6
        type Acme.App.Handler 7-7
    `,
    references: `
      2: decorator Old
      4: extends IArea
      4: extends IName
      5: extends Base
    `,
  },
  "types that are nothing but their name and bases": {
    source: `
      namespace Acme;
      public class None;
      [Old] class Marked<T> : Base<T>, IMarker where T : class;
      struct Id;
      public readonly struct Key : IKey;
      interface INone;
      internal interface IMany<T> : IList<T>;
      public record class Kept;
      class Real { void M() { } }
    `,
    outline: `
      namespace Acme 1-9
        class Acme.None 2-2
        class Acme.Marked 3-3
        struct Acme.Id 4-4
        struct Acme.Key 5-5
        interface Acme.INone 6-6
        interface Acme.IMany 7-7
        class Acme.Kept 8-8
        class Acme.Real 9-9
          method Acme.Real.M 9-9
    `,
    signatures: `
      Acme | namespace Acme
      Acme.None | public class None
      Acme.Marked | class Marked<T> : Base<T>, IMarker where T : class
      Acme.Id | struct Id
      Acme.Key | public readonly struct Key : IKey
      Acme.INone | interface INone
      Acme.IMany | internal interface IMany<T> : IList<T>
      Acme.Kept | public record class Kept
      Acme.Real | class Real
      Acme.Real.M | void M()
    `,
    references: `
      3: decorator Old
      3: extends Base
      3: type T
      3: implements IMarker
      5: implements IKey
      7: implements IList
      7: type T
    `,
  },
  "classes that end with their head": {
    source: `
      namespace Acme;
      public class NotFound(string name, int code) : Exception(name, code);
      class Bad(string n) : Exception("Not " + n);
      class Tag<T>(int a) where T : class;
      struct Id(int value);
      class Marked(string m) : IMarker;
      class One(int a) : B(a);
      class None() : B();
      class Last(string message)
          : Base(message,
              Make(1, 2));
      public class Real(int b) : C(b)
      {
          public int F;
      }
      class Empty { }
    `,
    outline: `
      namespace Acme 1-16
        class Acme.NotFound 2-2
        class Acme.Bad 3-3
        class Acme.Tag 4-4
        struct Acme.Id 5-5
        class Acme.Marked 6-6
        class Acme.One 7-7
        class Acme.None 8-8
        class Acme.Last 9-11
        class Acme.Real 12-15
          field Acme.Real.F 14-14
        class Acme.Empty 16-16
    `,
    signatures: `
      Acme | namespace Acme
      Acme.NotFound | public class NotFound(string name, int code) : Exception(name, code)
      Acme.Bad | class Bad(string n) : Exception("Not " + n)
      Acme.Tag | class Tag<T>(int a) where T : class
      Acme.Id | struct Id(int value)
      Acme.Marked | class Marked(string m) : IMarker
      Acme.One | class One(int a) : B(a)
      Acme.None | class None() : B()
      Acme.Last | class Last(string message) : Base(message, Make(1, 2))
      Acme.Real | public class Real(int b) : C(b)
      Acme.Real.F | public int F
      Acme.Empty | class Empty
    `,
  },
  "calls of methods and constructors": {
    source: `
      class A {
          void Run() {
              Plain(1, 2);
              var x = new Foo(1) { B = 2 };
              Bar y = new(1);
              x?.Go(1)?.Stop();
              await helper.Get<int>(key);
              Call<Foo>(1);
              base.Do();
              global::System.Console.WriteLine(nameof(x));
              list.Select(z => z.Name());
              new ns.Client();
          }
      }
    `,
    calls: `
      3: Plain/2 in A.Run
      4: Foo/1 in A.Run
      5: Bar/1 in A.Run
      6: x . Go/1 in A.Run
      6: x?.Go(1) . Stop/0 in A.Run
      7: helper . Get/1 in A.Run
      8: Call/1 in A.Run
      9: base . Do/0 in A.Run
      10: global::System.Console . WriteLine/1 in A.Run
      11: list . Select/1 in A.Run
      11: z . Name/0 in A.Run
      12: ns . Client/0 in A.Run
    `,
  },
  imports: {
    source: `
      using System.Text;
      using static System.Math;
      using Builder = System.Text.StringBuilder;
      global using Foo;
      using global::System.Linq;
    `,
    imports: `
      1: import System.Text {*}
      2: import System.Math {*}
      3: import System.Text {StringBuilder as Builder}
      4: import Foo {*}
      5: import System.Linq {*}
    `,
  },
  "doc comments": {
    source: `
      /// <summary>
      /// Keeps values.
      /// </summary>
      [Serializable]
      class Store {
          /// <summary>Its name.</summary>
          public string Name { get; }
          /// <inheritdoc />
          public void Dispose() { }
          // Of all.
          int size;
      }
    `,
    docs: `
      Store | Keeps values.
      Store.Name | Its name.
      Store.size | Of all.
    `,
  },
  "directives around parts of a declaration": {
    source: `
      #if INTERNAL
      internal
      #else
      public
      #endif
      ref partial struct Reader {
      #if NET8_0
          void Whole() { }
      #else
          void Other() { }
      #endif
          int Get() => *(int*)p;
      }
    `,
    outline: `
      struct Reader 2-13
        method Reader.Whole 8-8
        method Reader.Other 10-10
        method Reader.Get 12-12
    `,
  },
  "blocks of extensions": {
    source: `
      static class Texts {
          extension(string text) {
              public int Size => text.Length;
              public void Run() { Go(); }
          }
          extension<T>(IEnumerable<T> items)
              where T : class {
              public bool IsEmpty => false;
          }
          void extension(int x) {}
      }
    `,
    outline: `
      class Texts 1-11
        property Texts.Size 3-3
        method Texts.Run 4-4
        property Texts.IsEmpty 8-8
        method Texts.extension 10-10
    `,
    calls: `
      4: Go/0 in Texts.Run
    `,
  },
  "a type called extension": {
    source: `
      class extension {
          extension(int x) {}
      }
    `,
    outline: `
      class extension 1-3
        constructor extension.extension 2-2
    `,
  },
  "a directive in the last line": {
    source: "class A { void F() {} }\n#pragma warning restore 618",
    outline: `
      class A 1-1
        method A.F 1-1
    `,
  },
  "an empty file": { source: "", outline: "" },
  "what follows a syntax error is still found": {
    source: `
      class Before {
          void Broken() { int x = ; call(; }
          void Next() { }
      }
      class After { void Run() { } }
    `,
    outline: `
      class Before 1-4
        method Before.Broken 2-2
        method Before.Next 3-3
      class After 5-5
        method After.Run 5-5
    `,
    diagnostics: "syntax_error",
  },
});

const hide = (text: string): string =>
  hideRanges(text, hiddenParts(text))
    .replace(/[ \n]+/g, " ")
    .trim();

test.each([
  ["#if A\nint a;\n#else\nint b;\n#endif", "#if A int a; #else int b; #endif"],
  ["#if A\ninternal\n#else\npublic\n#endif\nint a;", "internal int a;"],
  ["#if A\n[Old]\n#endif\nint a;", "[Old] int a;"],
  ["#if A\nif (x) {\n#elif B\nif (y) {\n#else\nif (z) {\n#endif\n}", "if (x) { }"],
  ["#if A\n#if B\nx,\n#else\ny,\n#endif\n#else\nz,\n#endif", "x,"],
  ["#if A\nint a;\n#if B\n#endif\n#endif", "#if A int a; #if B #endif #endif"],
  ["#if A\nint a;", "#if A int a;"],
  ["#endif\n#else", "#endif #else"],
])("of %j the parser sees %j", (text, expected) => {
  expect(hide(text)).toBe(expected);
});
