import { CORE_TOOLS, type StoreName, TOOLS } from "@satori/contracts";
import { expect, it } from "vitest";
import { type ListingOptions, listTools } from "./tool-listing.ts";

const CORE: ListingOptions = { sets: ["core"], store: "sqlite" };

it("lists the tools of a set in the order of the table, with schemas of objects", () => {
  const tools = listTools(CORE);
  expect(tools.map(({ name }) => name)).toEqual([...CORE_TOOLS]);
  for (const [at, { title, description, annotations, inputSchema, outputSchema }] of tools.entries()) {
    expect({ title, description, annotations }).toEqual({
      title: TOOLS[at]?.title,
      description: TOOLS[at]?.description,
      annotations: TOOLS[at]?.annotations,
    });
    expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"]);
  }
});

it("lists nothing without sets", () => expect(listTools({ ...CORE, sets: [] })).toEqual([]));

it("lists arguments that only Milvus takes with that store alone", () => {
  const argumentsWith = (store: StoreName): string[] =>
    Object.keys(
      listTools({ sets: ["core"], store }).find(({ name }) => name === "manage_index")?.inputSchema[
        "properties"
      ] as object,
    );
  expect(argumentsWith("milvus")).toContain("zillizDropCollection");
  expect(argumentsWith("sqlite")).toEqual(
    argumentsWith("milvus").filter((name) => name !== "zillizDropCollection"),
  );
});

it("a folder or file of a codebase is asked for by an absolute path", () => {
  const paths = listTools(CORE).flatMap(({ name, inputSchema }) => {
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
