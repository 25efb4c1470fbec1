import type { SymbolFact } from "@satori/sidecar";
import { expect, it } from "vitest";
import { notTaken, takingSo } from "./written-parameters.ts";

/** @param expected positions of the matching signatures */
function check(
  name: string,
  signatures: readonly string[],
  asked: string,
  expected: readonly number[],
): void {
  // No other field of a symbol is read.
  const found = signatures.map((signature) => ({ fact: { name, signature } as SymbolFact }));
  expect(takingSo(found, asked).map((one) => found.indexOf(one as (typeof found)[number]))).toEqual(expected);
}

it("are those of so many parameters, in Elixir's clauses", () => {
  const clauses = [
    "def resp(conn)",
    "def resp(%Conn{state: :set, a: {b, c}} = conn)",
    "def resp(%Conn{} = conn, status, body \\\\ [])",
    "def resp(conn, a, b, c) when a > 1",
  ];
  check("resp", clauses, "Plug.Conn.resp/1", [0, 1]);
  check("resp", clauses, "resp/2", [2]);
  check("resp", clauses, "&Conn.resp/3", [2]);
  check("resp", clauses, "resp/7", [0, 1, 2, 3]);
});

it("are those with the labels of Swift", () => {
  const inits = [
    'public init(string: String = "/")',
    "init( scheme: Scheme = .init(), path: String? = nil )",
    "init(_ value: Int)",
    "init(for task: Task, _ done: (Int, Int) -> Void)",
  ];
  check("init", inits, "URI.init(string:)", [0]);
  check("init", inits, "URI.init(scheme:path:)", [1]);
  check("init", inits, "init(_:)", [2]);
  check("init", inits, "init(for:_:)", [3]);
  check("init", inits, "init(other:)", [0, 1, 2, 3]);
});

it("are those of types, with or without their package and arguments", () => {
  const methods = [
    "public <T> T read(String json, Class<T> type) throws A",
    "public <T> T read(Reader json, final Class<T> type)",
    "fun read(json: Map<String, Int>): Int",
    "void read(String... all)",
  ];
  check("read", methods, "Gson.read(String, Class<T>)", [0]);
  check("read", methods, "Gson#read(java.io.Reader,java.lang.Class)", [1]);
  check("read", methods, "read(Map<String, Int>)", [2]);
  check("read", methods, "read(String...)", [3]);
});

it("may be taken by none, which is said of labels and numbers", () => {
  const one = (signature: string) => [{ fact: { name: "open", signature } as SymbolFact }];
  expect(notTaken(one("func open(path: String)"), "Store.open(url:)")).toBe("(url:)");
  expect(notTaken(one("def open(a, b)"), "Store.open/3")).toBe("/3");
  for (const asked of ["Store.open(path:)", "Store.open", "Store.open()", "Store.open(Url)"])
    expect(notTaken(one("func open(path: String)"), asked)).toBeNull();
  expect(notTaken(one("func open(path: String, an"), "open(url:)")).toBeNull();
  expect(notTaken([], "open(url:)")).toBeNull();
});

it("are all where nothing is said of parameters, or no types", () => {
  const methods = ["fn close()", "fn close(self, how: How)", "fn close(self, how: How, more"];
  for (const asked of ["close", "close()", "close(0xc000, 0x1)", "close(1)"])
    check("close", methods, asked, [0, 1, 2]);
});
