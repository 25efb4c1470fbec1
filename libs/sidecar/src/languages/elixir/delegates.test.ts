import { checkEdges } from "../../call-graph/testing/check-edges.ts";

checkEdges({
  "defdelegate calls the function of the same name, by an alias, a full name, and with `as`": {
    files: `
      //- lib/server.ex
      defmodule App.Server do
        alias App.Work
        alias App.{Other, Third}
        alias App.Other.Deep, as: D

        defdelegate run(x), to: Work
        defdelegate halt(x), to: Work, as: :stop
        defdelegate stop!(x), as: :"halt!", to: Work
        defdelegate close(x), as: :stop, to: App.Work
        defdelegate(go_on(x), to: Third)
        defdelegate deep(x), to: D
        defdelegate below(x), to: Other.Deep, as: :deep
        defdelegate bare, to: Other
        defdelegate bare(), to: Third

        def go(x), do: run(x)
        def finish(x), do: halt(x)
      end
      //- lib/work.ex
      defmodule App.Work do
        def run(x), do: x
        def stop(x), do: x
        def halt!(x), do: x
      end
      defmodule App.Other do
        def bare, do: 1
        defmodule Deep do
          def deep(x), do: x
        end
      end
      defmodule App.Third do
        def go_on(x), do: x
        def bare, do: 2
      end
    `,
    edges: `
      App.Server.run → App.Work.run
      App.Server.halt → App.Work.stop
      App.Server.stop! → App.Work.halt!
      App.Server.close → App.Work.stop
      App.Server.go_on → App.Third.go_on
      App.Server.deep → App.Other.Deep.deep
      App.Server.below → App.Other.Deep.deep
      App.Server.bare@13 → App.Other.bare
      App.Server.bare@14 → App.Third.bare
      App.Server.go → App.Server.run
      App.Server.finish → App.Server.halt
    `,
  },
  "the number of parameters counts, with those that have defaults": {
    files: `
      //- lib/a.ex
      defmodule Front do
        defdelegate load(a), to: Back
        defdelegate save(a, b \\\\ 1), to: Back
        defdelegate check(a) when is_list(a), to: Back
        def go(x) do
          save(x)
          save(x, 2)
        end
      end
      //- lib/b.ex
      defmodule Back do
        def load(a), do: a
        def load(a, b), do: {a, b}
        def save(a), do: a
        def save(a, b), do: {a, b}
        def check(a), do: a
      end
    `,
    edges: `
      Front.load → Back.load@2
      Front.save → Back.save@5
      Front.check → Back.check
      Front.go → Front.save
      Front.go → Front.save
    `,
  },
  "lists of heads, options in brackets, the module itself and modules below it": {
    files: `
      //- lib/a.ex
      defmodule Front do
        alias __MODULE__.Inner
        alias __MODULE__.{Other, Deep.Last}
        defdelegate [size(a), get(a, b)], to: Back
        defdelegate put(a), [to: Back]
        defdelegate own(a), to: __MODULE__, as: :mine
        defdelegate inner(a), to: __MODULE__.Inner
        defdelegate again(a), to: Inner, as: :inner
        defdelegate other(), to: Other
        defdelegate last(), to: Last
        defdelegate reverse(a), to: :lists
        def mine(a), do: __MODULE__.Inner.inner(a)
        def use(a), do: size(get(a, 1))
      end
      //- lib/b.ex
      defmodule Back do
        def size(a), do: a
        def get(a, b), do: {a, b}
        def put(a), do: a
        def reverse(a), do: a
      end
      defmodule Front.Inner do
        def inner(a), do: a
      end
      defmodule Front.Other do
        def other, do: 1
      end
      defmodule Front.Deep.Last do
        def last, do: 1
      end
    `,
    edges: `
      Front.size → Back.size
      Front.get → Back.get
      Front.put → Back.put
      Front.own → Front.mine
      Front.inner → Front.Inner.inner
      Front.again → Front.Inner.inner
      Front.other → Front.Other.other
      Front.last → Front.Deep.Last.last
      Front.mine → Front.Inner.inner
      Front.use → Front.size
      Front.use → Front.get
    `,
  },
});
