/** Targets of call sites in languages that are resolved by scopes and names. */
import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("Swift", () => {
  checkEdges({
    "overloads that labels do not tell apart are possible": {
      files: `
  //- a.swift
  class Point {
      init(x: Int) {}
      init(name: String) { move(1) }
      func move(_ by: Int) {}
      func move(_ by: String) {}
  }
  func make() { Point(x: 1) }
`,
      edges: `
        Point.init@3 → Point.move@4 possible, Point.move@5 possible
        make → Point.init@2
      `,
    },
    "members of the expected type": {
      files: `
  //- a.swift
  struct Header { static func accept(_ value: String) -> Header { Header() } }
  func add(_ header: Header) {}
  func run() { if !isOn(1) { add(.accept("x")) } }
  func isOn(_ n: Int) -> Bool { items[n] }
  func items() {}
`,
      edges: `
        Header.accept → Header
        run → isOn
        run → add
        run → Header.accept
      `,
    },
  });
});

describe("calls that name a module", () => {
  checkEdges({
    "Elixir: an implementation of a protocol is no part of the module that it is for": {
      files: `
  //- lib/a.ex
  defmodule Plug.Conn do
    def get(c), do: c
  end
  defimpl Inspect, for: Plug.Conn do
    def inspect(conn, _opts), do: Plug.Conn.get(conn)
  end
  //- lib/b.ex
  defmodule Use do
    import Plug.Conn
    def run(x) do
      inspect(x)
      get(x)
    end
  end
`,
      edges: `
        Inspect.Plug.Conn.inspect → Plug.Conn.get
        Use.run → Plug.Conn.get
      `,
    },
    "Elixir: by its full name, by an alias, by `__MODULE__`; functions that are imported": {
      files: `
  //- core.ex
  defmodule App.Core do
    alias App.Util
    alias App.{Other, Third}
    import App.Plain, only: [plain: 1]
    def run(x) do
      Util.twice(x)
      App.Util.once(x)
      x |> Third.go() |> Other.Inner.thing()
      plain(x)
      Enum.twice(x)
    end
  end
  //- util.ex
  defmodule App.Util do
    def twice(x), do: x
    def once(x), do: twice(x)
  end
  defmodule App.Other do
    defmodule Inner do
      def thing(x), do: x
    end
  end
  defmodule App.Third do
    def go(x), do: __MODULE__.priv(x)
    def priv(x), do: x
  end
  defmodule App.Plain do
    def plain(x), do: x
    def twice(x), do: x
  end
`,
      edges: `
        App.Core.run → App.Util.twice
        App.Core.run → App.Util.once
        App.Core.run → App.Third.go
        App.Core.run → App.Other.Inner.thing
        App.Core.run → App.Plain.plain
        App.Util.once → App.Util.twice
        App.Third.go → App.Third.priv
      `,
    },
    "Elixir: a macro that is imported by `use` may be meant beside a function of its name that is defined by it":
      {
        files: `
  //- lib/router.ex
  defmodule App.Router do
    defmacro __using__(_opts) do
      quote do
        import App.Router
        def match(conn, _opts), do: conn
        def plain(conn), do: conn
      end
    end
    defmacro match(path, options, contents \\\\ []), do: {path, options, contents}
  end
  //- lib/web.ex
  defmodule App.Web do
    use App.Router
    match "/a" do
      plain(1)
    end
    match "/b", via: :get do
      1
    end
  end
`,
        edges: `
        lib/web.ex → App.Router.__using__.match possible, App.Router.match possible
        lib/web.ex → App.Router.__using__.plain
        lib/web.ex → App.Router.match
      `,
      },
    "Elixir: functions of one name are told apart by the number of their parameters; pipes and blocks count":
      {
        files: `
  //- a.ex
  defmodule A do
    def f(a), do: a
    def f(a, b) when a > b, do: a
    def f(a, b), do: b
    def g(a, b \\\\ 1, c), do: {a, b, c}
    defmacro block(name, do: body), do: {name, body}
    def run(x) do
      f(x)
      x |> f(1) |> f()
      x |> f
      g(x, 1)
      x |> A.g(1, 2)
      block "x" do
        f x, 2
      end
    end
  end
`,
        edges: `
        A.run → A.f@2
        A.run → A.f@3 possible, A.f@4 possible
        A.run → A.f@2
        A.run → A.f@2
        A.run → A.g
        A.run → A.g
        A.run → A.block
        A.run → A.f@3 possible, A.f@4 possible
      `,
      },
    "Elixir: a call that leaves out what a head allows runs the clauses that the head is about": {
      files: `
  //- a.ex
  defmodule A do
    def put(conn, type, charset \\\\ "utf-8")

    def put(conn, type, nil), do: conn
    def put(conn, type, charset), do: conn
    def put(conn), do: conn
    def run(conn) do
      conn |> put("x")
      put(conn)
    end
  end
`,
      edges: `
        A.run → A.put@2 possible, A.put@4 possible, A.put@5 possible
        A.run → A.put@6
      `,
    },
    "Elixir: what a module that is used imports and defines; what is Erlang's and what all modules have": {
      files: `
  //- a.ex
  defmodule App.Case do
    defmacro __using__(_opts) do
      quote do
        import App.Helpers
        def own(x), do: x
      end
    end
    def inspect(x), do: x
  end
  defmodule App.Helpers do
    def help(x), do: x
    def new(x, y), do: {x, y}
  end
  //- b.ex
  defmodule Test do
    use App.Case, async: true
    def run(x) do
      help(x)
      own(x)
      inspect(x)
      :ets.new(:a, [])
    end
  end
`,
      edges: `
        Test.run → App.Helpers.help
        Test.run → App.Case.__using__.own
      `,
    },
    "Haskell: by the name of the import; names that are imported": {
      files: `
  //- src/Text/Format.hs
  module Text.Format where
  parse x = x
  other x = x
  //- src/Text/Wrong.hs
  module Text.Wrong where
  parse x = x
  insert x = x
  other x = x
  //- app/Main.hs
  module Main where
  import qualified Text.Format as Format
  import qualified Text.Format as F (parse)
  import Text.Format (other)
  import qualified Data.Map as M
  one x = Format.parse x
  two x = F.parse x
  three x = M.insert x
  four x = other x
`,
      edges: `
        one → parse@2
        two → parse@2
        four → other@3
      `,
    },
  });
});

describe("names alone", () => {
  checkEdges({
    "Ruby: what is defined in a block of no class is seen by its file alone": {
      files: `
  //- a_spec.rb
  describe "x" do
    def body() 1 end
    it("works") { body }
  end
  def shared() 1 end
  //- b_spec.rb
  it("works") do
    body
    shared
  end
`,
      edges: `
        <1>.<3> → body
        <1>@1 → shared name_match
      `,
    },
    "Lua: what is local is seen by its file alone": {
      files: `
  //- a_spec.lua
  local function eq(a, b) end
  local same = function(a, b) end
  function shared() end
  eq(1, 2)
  same(1, 2)
  //- b_spec.lua
  local eq = assert.are.same
  eq(1, 2)
  same(1, 2)
  shared()
`,
      edges: `
        a_spec.lua → eq
        a_spec.lua → same
        b_spec.lua → shared name_match
      `,
    },
    "Elixir: a private function is seen by its module alone": {
      files: `
  //- a.ex
  defmodule A do
    defp put_view(conn), do: conn
    def put_name(conn), do: put_view(conn)
  end
  //- b.ex
  defmodule B do
    use Plug
    def run(conn), do: put_view(put_name(conn))
  end
`,
      edges: `
        A.put_name → A.put_view
        B.run → A.put_name name_match
      `,
    },
    "Scala: what stands in a function is seen by nobody outside of it": {
      files: `
  //- A.scala
  object A { def run() = { def inner() = 1; inner() } }
  //- B.scala
  object B { def run() = inner() }
`,
      edges: `
        A.run.<1> → A.run.<1>.inner
      `,
    },
  });
});

describe("PowerShell", () => {
  checkEdges({
    "a type makes objects by its `new`, and has its own members": {
      files: `
  //- a.ps1
  class Store {
    Store([int]$n) { $this.Open() }
    [void] Open() { }
    static [Store] Make() { return [Store]::new(3) }
  }
  class Other { [void] Open() { } }
  function Run {
    $x = [Store]::new(1)
    [Missing]::new()
    [Other]::new()
  }
`,
      edges: `
        Store.Store → Store.Open
        Store.Make → Store.Store
        Run → Store.Store
        Run → Other
      `,
    },
  });
});

describe("Haskell", () => {
  checkEdges({
    "operators are functions, also in sections and brackets; those of a definition's head are no calls": {
      files: `
  //- src/Data/Ops.hs
  module Data.Ops where
  infixl 4 .:?
  (.:?) :: Int -> Int -> Int
  (Wrap a) .:? b = a
  (<+>) a b = a .:? b
  //- src/Use.hs
  module Use where
  import Data.Ops ((.:?), (<+>))
  import qualified Data.Ops as Q
  import Data.Map ((!))
  chain x y = x .:? y .:? 3
  qualified x = x Q.<+> 2
  section = (.:? 3)
  prefixed = (.:?) 1 2
  other x = x ! 3 + 4
`,
      edges: `
        <+> → .:?
        chain → .:?
        chain → .:?
        qualified → <+>
        section → .:?
        prefixed → .:?
      `,
    },
    "a constructor is called, neither the type of its name nor the others of that type": {
      files: `
  //- src/Shape.hs
  module Shape where
  data Shape
    = Shape Int | Round { size :: Int } | Int :*: Int
  instance Show Shape where
    show (Shape n) = "a"
  make = Shape 1
  round' = Round { size = 1 }
  pair = 1 :*: 2
  //- src/Use.hs
  import Shape
  import Data.Tagged (Tagged)
  all' xs = Shape <$> xs
  some = Tagged 1
  instance Show Tagged where
    show x = "b"
`,
      edges: `
        make → Shape@3
        round' → Round
        pair → :*:
        all' → Shape@3
      `,
    },
  });
});
