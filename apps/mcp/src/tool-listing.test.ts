import { CORE_TOOLS, TOOLS } from "@satori/contracts";
import { expect, it } from "vitest";
import { listTools } from "./tool-listing.ts";

it("lists the tools of a set in the order of the table, with schemas of objects", () => {
  const tools = listTools(["core"]);
  expect(tools.map(({ name }) => name)).toEqual([...CORE_TOOLS]);
  for (const [at, { title, description, annotations, inputSchema, outputSchema }] of tools.entries()) {
    expect({ title, description, annotations }).toEqual({
      title: TOOLS[at]?.title,
      description: TOOLS[at]?.description,
      annotations: TOOLS[at]?.annotations,
    });
    expect([inputSchema.type, outputSchema.type]).toEqual(["object", "object"]);
  }
});

it("lists nothing without sets", () => expect(listTools([])).toEqual([]));

it("a folder or file of a codebase is asked for by an absolute path", () => {
  const paths = listTools(["core"]).flatMap(({ name, inputSchema }) => {
    const { path } = (inputSchema["properties"] ?? {}) as Readonly<
      Record<string, { readonly description?: string }>
    >;
    return path === undefined ? [] : [[name, /\babsolute\b/i.test(path.description ?? "")]];
  });
  expect(paths).toEqual(
    ["manage_index", "search_codebase", "file_outline", "call_graph", "read_file"].map((name) => [
      name,
      true,
    ]),
  );
});
