import { expect, test } from "vitest";
import { checkEdges, printEdges } from "../../call-graph/testing/check-edges.ts";

checkEdges({
  "global usings count in all files of their project, and in no other": {
    files: `
      //- a/a.csproj
      <Project></Project>
      //- a/Usings.cs
      global using Lib.Parts;
      global using static Lib.Tools;
      global using Short = Lib.Parts.Gear;
      //- a/sub/Use.cs
      namespace A;
      class Use { void Run() { new Gear(); Short s = new Short(); s.Turn(); Help(); } }
      //- b/b.csproj
      <Project></Project>
      //- b/Use.cs
      namespace B;
      class Other { void Run() { new Gear(); } }
      //- lib/Gear.cs
      namespace Lib.Parts;
      public class Gear { public void Turn() { } }
      //- lib/Tools.cs
      namespace Lib;
      public static class Tools { public static void Help() { } }
    `,
    edges: `
      A.Use.Run → Lib.Parts.Gear
      A.Use.Run → Lib.Parts.Gear
      A.Use.Run → Lib.Parts.Gear.Turn
      A.Use.Run → Lib.Tools.Help
    `,
  },
  "parts of a type are one whatever namespace their files begin with": {
    files: `
      //- a.cs
      namespace X { class Z { } }
      namespace Y { partial class P { void F() { G(); } } }
      //- b.cs
      namespace Y { partial class P { void G() { } } }
      //- c.cs
      namespace X { partial class P { void G() { } } }
    `,
    edges: `
      Y.P.F → Y.P.G
    `,
  },
  "global usings beside no project count in the folders below that have none either": {
    files: `
      //- Usings.cs
      global using Lib;
      //- a/a.csproj
      <Project></Project>
      //- a/Use.cs
      class None { void Run() { new Gear(); } }
      //- lib/Gear.cs
      namespace Lib { public class Gear { } }
      //- src/sub/Use.cs
      class Use { void Run() { new Gear(); } }
    `,
    edges: "Use.Run → Lib.Gear",
  },
  "usings of build files below the project's folder do not count, whichever file comes first": {
    files: `
      //- p/a/Directory.Build.props
      <Project><Using Include="Lib" /></Project>
      //- p/a/Use.cs
      class One { void Run() { new Gear(); } }
      //- p/b/Use.cs
      class Two { void Run() { new Gear(); } }
      //- p/p.csproj
      <Project></Project>
      //- q/Gear.cs
      namespace Lib { public class Gear { } }
      //- q/q.csproj
      <Project></Project>
    `,
    edges: "",
  },
  "usings of the project's file, and of build files around it, count as well": {
    files: `
      //- Directory.Build.props
      <Project><ItemGroup><Using Include="Lib.Wheels" /><Using Include="Lib.Cogs" Alias="Cogs" /></ItemGroup></Project>
      //- a/a.csproj
      <Project><ItemGroup Condition="x"><Using Remove="System" /><Using Static="true" Include="Lib.Tools" /></ItemGroup></Project>
      //- a/Use.cs
      class Use { void Run() { new Wheel(); Help(); new Cog(); } }
      //- lib/Lib.cs
      namespace Lib { public static class Tools { public static void Help() { } } }
      //- lib/Wheel.cs
      namespace Lib.Wheels { public class Wheel { } }
      namespace Lib.Cogs { public class Cog { } }
    `,
    edges: `
      Use.Run → Lib.Wheels.Wheel
      Use.Run → Lib.Tools.Help
    `,
  },
  "a file may have several namespaces, and types outside of them": {
    files: `
      //- Guard.cs
      namespace Marks { class Mark { public static void Set() { } } }
      static class Guard { public static void Check() { } }
      //- Use.cs
      namespace App.Core;
      class Use { void Run() { Guard.Check(); Mark.Set(); Marks.Mark.Set(); } }
    `,
    edges: `
      App.Core.Use.Run → Guard.Check
      App.Core.Use.Run → Marks.Mark.Set
    `,
  },
  "members that are called like a type hide it nowhere where a type is meant": {
    files: `
      //- a.cs
      namespace N;
      class Context { public static Context Make() => new(); public void Go() { } }
      class Some { public static Context Context() => new Context(); }
      class Base { protected Context Context; }
      class Below : Base { void Start(Context other) { other.Go(); new Context(); } }
      class Use {
        public Context Context { get; set; } = new Context();
        void Run(Context other) { other.Go(); Context.Go(); Context = Context.Make(); new Context().Go(); Some.Context().Go(); }
      }
    `,
    edges: `
      N.Context.Make → N.Context
      N.Some.Context → N.Context
      N.Below.Start → N.Context.Go
      N.Below.Start → N.Context
      a.cs → N.Context
      N.Use.Run → N.Context.Go
      N.Use.Run → N.Context.Go
      N.Use.Run → N.Context.Make
      N.Use.Run → N.Context
      N.Use.Run → N.Context.Go
      N.Use.Run → N.Some.Context
      N.Use.Run → N.Context.Go
    `,
  },
  "extensions of a type parameter belong to what it is constrained to, and give back what they are called on":
    {
      files: `
      //- a.cs
      namespace N;
      abstract class Base { }
      class Builder : Base { public void Build() { } }
      static class Extensions {
        public static T Add<T>(this T builder) where T : class, Base { return builder; }
      }
      class Use { void Run() { new Builder().Add().Add().Build(); } }
    `,
      edges: `
      N.Use.Run → N.Builder
      N.Use.Run → N.Base.Add
      N.Use.Run → N.Base.Add
      N.Use.Run → N.Builder.Build
    `,
    },
  "queries and lists give what they hold": {
    files: `
      //- a.cs
      namespace N;
      class User { public void Save() {} public Addr Addr { get; } public Addr Find() => null; }
      class Addr { public void Zip() {} }
      class Other { public void Save() {} public void Zip() {} }
      class Use {
        IEnumerable<User> all;
        void Run() {
          all.Where(u => u.Addr != null).OrderBy(u => u.Addr).Select(u => u.Addr).ToList().ForEach(a => a.Zip());
          all.FirstOrDefault()?.Save();
          all.Select(u => u.Find()).First().Zip();
        }
      }
    `,
    edges: `
      N.Use.Run.<8>@8 → N.Addr.Zip
      N.Use.Run → N.User.Save
      N.Use.Run.<10> → N.User.Find
      N.Use.Run → N.Addr.Zip
    `,
  },
  "of an object of the library the only extension of a name is what is called, and no other method": {
    files: `
      //- a.cs
      namespace N;
      static class Extensions { public static void Shorten(this ISymbol symbol) { } }
      class Other { public void Lengthen() {} }
      class Use { void Run(INamedSymbol symbol) { symbol.Shorten(); symbol.Lengthen(); } }
    `,
    edges: "N.Use.Run → N.Extensions.Shorten name_match",
  },
  "what is private is called from elsewhere by nobody, unless its class has parts there": {
    files: `
      //- a.cs
      class One { void Hidden(int x) {} private static void Added(this string text) {} public void Shown() {} }
      partial class Parts { void Shared(int x) {} void Shared(string x) {} }
      //- b.cs
      class Two { void Run(Unknown it) { it.Hidden(1); "".Added(); new One().Shown(); } }
      partial class Parts { void Run() { Shared("x"); } }
    `,
    edges: `
      Two.Run → One
      Two.Run → One.Shown
      Parts.Run → Parts.Shared@2
    `,
  },
  "functions give what their type says, tasks and dictionaries what they hold": {
    files: `
      //- a.cs
      class Node { public void Visit() {} }
      class Other { public void Visit() {} }
      class Use {
        Func<string, Node> find;
        ConcurrentDictionary<string, Node> nodes;
        void One(System.Func<Node> make, Task<Node> task) {
          make().Visit();
          make.Invoke().Visit();
          find("a").Visit();
          task.Result.Visit();
          task.GetAwaiter().GetResult().Visit();
          nodes.GetOrAdd("a", key => new Node()).Visit();
        }
        async Task Two(Func<Task<Node>> later, Task<Node> task) {
          (await later()).Visit();
          (await task.ConfigureAwait(false)).Visit();
        }
      }
    `,
    edges: `
      Use.One → Node.Visit
      Use.One → Node.Visit
      Use.One → Node.Visit
      Use.One → Node.Visit
      Use.One → Node.Visit
      Use.One.<12> → Node
      Use.One → Node.Visit
      Use.Two → Node.Visit
      Use.Two → Node.Visit
    `,
  },
  "`object` says nothing of what is handed over": {
    files: `
      //- a.cs
      class A { public override string ToString() => ""; }
      class Use { void Print(object it) { it.ToString(); } void Run() { Print(new A()); } }
    `,
    edges: `
      Use.Run → Use.Print
      Use.Run → A
    `,
  },
  "what a call stores into `out var` is of the parameter's type, or what a container holds": {
    files: `
      //- a.cs
      class Node { public void Visit() {} public Task<Node> Next() => null; }
      class Other { public void Visit() {} }
      class Known : Dictionary<string, Node> { }
      class Box<T> { public bool TryGet(string key, out T value) { value = default; return true; } }
      class Use {
        void Containers(IDictionary<int, Node> all, Queue<Node> queue, Known known) {
          if (all.TryGetValue(1, out var node)) node.Visit();
          if (!queue.TryDequeue(out var next)) return;
          next.Visit();
          if (known.TryGetValue("a", out var own)) own.Visit();
        }
        void Own(Box<Node> box) {
          if (box.TryGet("a", out var node)) node.Visit();
          if (box.TryGet(value: out var named, key: "a")) named.Visit();
          Make(out var made);
          made.Visit();
        }
        void Make(out Node node) { node = null; }
      }
    `,
    edges: `
      Use.Containers → Node.Visit
      Use.Containers → Node.Visit
      Use.Containers → Node.Visit
      Use.Own → Box.TryGet
      Use.Own → Node.Visit
      Use.Own → Box.TryGet
      Use.Own → Node.Visit
      Use.Own → Use.Make
      Use.Own → Node.Visit
    `,
  },
  "parts of tuples are found by their names and by their places": {
    files: `
      //- a.cs
      class Node { public void Visit() {} }
      class Leaf { public void Fall() {} }
      class Use {
        (Node First, Leaf Second) pair;
        List<(Node Node, Leaf Leaf)> pairs;
        (Node Node, Leaf) Make() => default;
        async Task<(Node Node, Leaf Leaf)> Later() => default;
        async Task Run((Node Node, Leaf Leaf) given, Node node) {
          pair.First.Visit();
          given.Leaf.Fall();
          Make().Item2.Fall();
          (await Later()).Node.Visit();
          var made = (node, Leaf: new Leaf());
          made.node.Visit();
          made.Leaf.Fall();
          foreach (var (one, other) in pairs) { one.Visit(); other.Fall(); }
          foreach (var both in pairs) both.Leaf.Fall();
        }
      }
    `,
    edges: `
      Use.Run → Node.Visit
      Use.Run → Leaf.Fall
      Use.Run → Use.Make
      Use.Run → Leaf.Fall
      Use.Run → Use.Later
      Use.Run → Node.Visit
      Use.Run → Leaf
      Use.Run → Node.Visit
      Use.Run → Leaf.Fall
      Use.Run → Node.Visit
      Use.Run → Leaf.Fall
      Use.Run → Leaf.Fall
    `,
  },
  "tasks that are made of values give these": {
    files: `
      //- a.cs
      class Node { public void Visit() {} public Task<Node> Next() => null; }
      class Other { public void Visit() {} }
      class Use {
        async Task Run(Node node, List<Node> nodes) {
          Task.FromResult(node).Result.Visit();
          (await ValueTask.FromResult(node)).Visit();
          (await Task.Run(() => node)).Visit();
          foreach (var next in await Task.WhenAll(nodes.Select(each => each.Next()))) next.Visit();
        }
      }
    `,
    edges: `
      Use.Run → Node.Visit
      Use.Run → Node.Visit
      Use.Run → Node.Visit
      Use.Run.<8> → Node.Next
      Use.Run → Node.Visit
    `,
  },
});

test("a project's file is gone through once, whatever is in it", { timeout: 60_000 }, async () => {
  const use =
    "//- a.cs\nclass Use { void Run() { new Gear(); } }\n//- b.cs\nnamespace Lib { class Gear { } }\n";
  expect(await printEdges(`//- a.csproj\n${"<Using x".repeat(50_000)}<Using Include="Lib" />\n${use}`)).toBe(
    "Use.Run → Lib.Gear",
  );
});
