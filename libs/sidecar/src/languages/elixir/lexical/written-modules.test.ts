import { expect, it } from "vitest";
import { writtenModules } from "./written-modules.ts";

/** Expected occurrences follow a `>`. */
const check = (marked: string, around: string | null = null): void => {
  const code = marked.replaceAll(">", "");
  const expected = marked
    .split(">")
    .slice(0, -1)
    .reduce<number[]>((starts, part) => [...starts, (starts.at(-1) ?? 0) + part.length], []);
  expect(
    writtenModules(code, "Plug.Conn", () => around).map(({ start }) => start),
    marked,
  ).toEqual(expected);
};

it("finds a module by its whole name", () => {
  check("defmodule A do\n  >Plug.Conn.send_resp(conn)\n  %>Plug.Conn{} = conn\n  @behaviour >Plug.Conn\nend");
  check(
    "Plug.Conn.Adapter.run()\nPlug.Connection.run()\nMy.Plug.Conn.run()\nConn.run()\n[Plug.Conn: " +
      "1]\n@Plug.Conn",
  );
  check("@spec call(>Plug.Conn.t(), any) :: >Plug.Conn.t()");
});

it("finds it by its aliases", () => {
  check("alias >Plug.Conn\n>Conn.run()\n%>Conn{}");
  check("alias >Plug.Conn, as: C\n>C.run()\nConn.run()");
  check("alias Plug.{>Conn, Router}\n>Conn.run()\nRouter.run()");
  check("alias Plug\n>Plug.Conn.run()");
  check("alias Other.Conn\nConn.run()\n>Plug.Conn.run()");
  check("require >Plug.Conn, as: C\n>C.run()");
  check("alias A.B, as: Plug\n>Plug.Conn.run()");
});

it("finds it by the module around", () => {
  check("alias >__MODULE__.Conn\n>Conn.run()\n>__MODULE__.Conn.run()", "Plug");
  check("__MODULE__.Conn.run()", null);
  check("%>__MODULE__{}", "Plug.Conn");
});

it("takes no definition for a use", () => {
  check("defmodule Plug.Conn do\nend\ndefprotocol Plug.Conn do\nend");
  check("defimpl Inspect, for: >Plug.Conn do\nend");
});

it("is done soon with names without end", () => {
  expect(writtenModules("A.".repeat(50_000), "Plug.Conn", () => null)).toEqual([]);
  expect(writtenModules("alias A.{".repeat(20_000), "Plug.Conn", () => null)).toEqual([]);
});
