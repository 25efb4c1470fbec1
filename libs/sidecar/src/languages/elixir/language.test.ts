import { checkLanguage } from "../testing/check.ts";

checkLanguage("lib/store.ex", {
  "callbacks, with and without parameters and conditions": {
    source: `
      defmodule Behaviour do
        @callback init :: any
        @callback run(a) :: b when a: term, b: term
        @callback name :: a when a: term
        @macrocallback expand(a) :: b
      end
    `,
    outline: `
      module Behaviour 1-6
        function Behaviour.init 2-2
        function Behaviour.run 3-3
        function Behaviour.name 4-4
        function Behaviour.expand 5-5
    `,
  },
  "modules, functions and what documents them": {
    source: `
      defmodule My.Store do
        @moduledoc """
        A store.

        It stores.
        """
        use GenServer
        @behaviour Plug
        @timeout 5_000
        @typedoc "What it is."
        @type t :: %__MODULE__{name: String.t()}
        @callback init(opts :: term) :: {:ok, t}
        defstruct [:name, age: 3]

        @doc """
        Opens it.
        """
        @spec open(t, integer) :: :ok
        # Not documentation.
        @impl true
        def open(%Other{} = store, n) when n > 0 do
          store
        end
        def open(store, _), do: store
        def bare, do: @timeout
        defp private(a, b \\\\ 2)
        defp private(a, b), do: a
        defmacro define(x) do
          quote do: unquote(x)
        end
        defguard is_big(v) when v > 1
        defdelegate fetch(t, key), to: Map
        def a + b, do: 1
        defmodule Inner do
          def x, do: 1
        end
      end
      defprotocol Size do
        @doc "Says how big."
        def size(x)
      end
      defimpl Size, for: Integer do
        def size(x), do: x
      end
      defmodule Failed do
        defexception message: "failed"
      end
    `,
    outline: `
      module My.Store 1-37
        constant My.Store.timeout 9-9
        type My.Store.t 10-11
        function My.Store.init 12-12
        field My.Store.name 13-13
        field My.Store.age 13-13
        function My.Store.open 15-23
        function My.Store.open 24-24
        function My.Store.bare 25-25
        function My.Store.private 26-26
        function My.Store.private 27-27
        macro My.Store.define 28-30
        macro My.Store.is_big 31-31
        function My.Store.fetch 32-32
        function My.Store.+ 33-33
        module My.Store.Inner 34-36
          function My.Store.Inner.x 35-35
      protocol Size 38-41
        method Size.size 39-40
      impl Size.Integer 42-44
        method Size.Integer.size 43-43
      module Failed 45-47
        field Failed.message 46-46
    `,
    signatures: `
      My.Store | defmodule My.Store
      My.Store.timeout | @timeout 5_000
      My.Store.t | @type t :: %__MODULE__{name: String.t()}
      My.Store.init | @callback init(opts :: term) :: {:ok, t}
      My.Store.name | :name
      My.Store.age | age: 3
      My.Store.open | def open(%Other{} = store, n) when n > 0
      My.Store.open | def open(store, _)
      My.Store.bare | def bare
      My.Store.private | defp private(a, b \\\\ 2)
      My.Store.private | defp private(a, b)
      My.Store.define | defmacro define(x)
      My.Store.is_big | defguard is_big(v) when v > 1
      My.Store.fetch | defdelegate fetch(t, key)
      My.Store.+ | def a + b
      My.Store.Inner | defmodule Inner
      My.Store.Inner.x | def x
      Size | defprotocol Size
      Size.size | def size(x)
      Size.Integer | defimpl Size, for: Integer
      Size.Integer.size | def size(x)
      Failed | defmodule Failed
      Failed.message | message: "failed"
    `,
    docs: `
      My.Store | A store.
      My.Store.t | What it is.
      My.Store.open | Opens it.
      Size.size | Says how big.
    `,
    references: `
      7: type GenServer
      8: implements Plug
      11: type String
      21: type Other
      32: type Map
      42: implements Size
    `,
  },
  calls: {
    source: `
      def run(list) do
        helper(list)
        list |> Enum.map(&go/1) |> inner
        :ets.new(:a, [])
        GenServer.call pid, :x
        Store.start
        fun.(4)
        Enum.each(list, fn x -> run(x) end)
        if list, do: yes(), else: no()
        store.name
      end
      @spec other(String.t()) :: term()
      def other(x), do: x
    `,
    calls: `
      2: helper/1 in run
      3: Enum . map/2 in run
      3: inner/1 in run
      4: :ets . new/2 in run
      5: GenServer . call/2 in run
      6: Store . start in run
      8: Enum . each/2 in run
      8: run/1 in run
      9: yes/0 in run
      9: no/0 in run
    `,
    references: `
      3: type Enum
      3: value go
      5: type GenServer
      6: type Store
      8: type Enum
      12: type String
    `,
  },
  imports: {
    source: `
      alias My.Other
      alias My.{A, B.C}
      alias My.Long, as: L
      import Enum, only: [map: 2, sum: 1]
      import List
      require Logger
      use GenServer, restart: :temporary
    `,
    imports: `
      1: import My.Other {* as Other}
      2: import My.A {* as A}
      2: import My.B.C {* as C}
      3: import My.Long {* as L}
      4: import Enum {map, sum}
      5: import List {*}
      6: import Logger {* as Logger}
      7: import GenServer
    `,
  },
  "modules of one line": {
    source: `
      defmodule One, do: def(one, do: 1)
      defprotocol Sized, do: def(size(data))
      defmodule Empty, do: nil
    `,
    outline: `
      module One 1-1
        function One.one 1-1
      protocol Sized 2-2
        method Sized.size 2-2
      module Empty 3-3
    `,
  },
  "blanks behind the keys of a struct": {
    source: `
      defmodule Failed do
        defexception message: "no", code:    1,
          plug_status:
            404
      end
    `,
    outline: `
      module Failed 1-5
        field Failed.message 2-2
        field Failed.code 2-2
        field Failed.plug_status 3-4
    `,
  },
  "an empty file": {
    source: "",
    outline: "",
    calls: "",
    imports: "",
  },
  "what stands behind a mistake is still found": {
    source: `
      defmodule A do
        def first, do: 1
        def broken(a, do: ]
        def second, do: 2
      end
    `,
    outline: `
      module A 1-5
        function A.first 2-2
        function A.broken 3-4
          function A.broken.second 4-4
    `,
    diagnostics: "syntax_error",
  },
});
