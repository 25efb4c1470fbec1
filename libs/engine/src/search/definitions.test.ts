/** Look-ups of definitions, from a question to its first result. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexedTree, type TestCodebase } from "../testing/codebase.ts";

const filler = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${write(at)}\n`).join("");

const FILES: Readonly<Record<string, string>> = {
  "src/gson/Gson.java": `package gson;\n\n/** Converts objects. */\npublic final class Gson {\n${filler(40, (at) => `  int value${at} = ${at};`)}\n  public Gson() {\n${filler(30, (at) => `    register(${at});`)}  }\n\n  Object fromJson(String json) {\n    return null;\n  }\n}\n`,
  "src/gson/GsonBuilder.java": `package gson;\n\n/** Builds a Gson; the class of every Gson that is defined. */\npublic final class GsonBuilder {\n  Gson create() {\n    return new Gson();\n  }\n}\n`,
  "src/gson/GsonClass.java": `package gson;\n\n/** The class of a Gson. */\npublic class GsonClass {\n  Class<?> gsonClass() {\n    return Gson.class;\n  }\n}\n`,
  "model/entry.go": `package model\n\n${filler(10, (at) => `// Status${at} is a status of an entry.\ntype Status${at} struct {\n\tEntry string\n\tStruct string\n}\n`)}\n// Entry is one article.\ntype Entry struct {\n\tID int\n\tTitle string\n\tFeed string\n}\n`,
  "client/model.go":
    "package client\n\n// EntryResultSet has entries.\ntype EntryResultSet struct {\n\tTotal int\n\tEntries []string\n}\n",
  "documents/models.py": `"""Models."""\n\n\nclass DocumentType(Model):\n    name = "class of a document"\n\n\nclass Document(Model):\n    """A document."""\n\n${filler(30, (at) => `    field_${at} = Field(${at})`)}\n    def save(self):\n        return None\n`,
  "ui/document.ts": "export interface Document {\n  id: number;\n  title: string;\n}\n",
  "app/server.js":
    "const app = create();\napp.set('view engine', 'a');\n\nfunction set(name) {\n  return name;\n}\n",
  "app/app.js":
    "class app {\n  get(name) {\n    return name;\n  }\n\n  set(name, value) {\n    this.values[name] = value;\n    return this;\n  }\n}\n",
  "tests/test_helper.py": "class OnlyInTests:\n    def run(self):\n        return 1\n",
  "docs/guide.md": "# Gson class\n\nWhere the class Gson is defined, and the Entry struct.\n",
};

let tree: TestCodebase;
beforeAll(async () => {
  tree = await indexedTree(
    Object.entries(FILES)
      .map(([path, text]) => `//- ${path}\n${text}`)
      .join(""),
  );
});
afterAll(async () => tree[Symbol.asyncDispose]());

describe("the definition is first", () => {
  it.each([
    ["class Gson", "src/gson/Gson.java", "Gson"],
    ["Gson class definition", "src/gson/Gson.java", "Gson"],
    ["where is the class Gson defined", "src/gson/Gson.java", "Gson"],
    ["Gson", "src/gson/Gson.java", "Gson"],
    ["Gson.fromJson", "src/gson/Gson.java", "Gson.fromJson"],
    ["Entry struct", "model/entry.go", "Entry"],
    ["type Entry struct", "model/entry.go", "Entry"],
    ["class Document", "documents/models.py", "Document"],
    ["interface Document", "ui/document.ts", "Document"],
    ["app.set", "app/app.js", "app.set"],
    ["app#set", "app/app.js", "app.set"],
    ["class OnlyInTests", "tests/test_helper.py", "OnlyInTests"],
  ])("%s: %s %s", async (question, file, label) => {
    const { results, confidence } = await tree.search(question, { scope: "mixed" });
    expect([
      results[0]?.file,
      results[0] && "symbolLabel" in results[0] && results[0].symbolLabel,
      confidence,
    ]).toEqual([file, label, "high"]);
  });

  it("with its header in the preview", async () => {
    const [first] = (await tree.search("class Gson", { scope: "mixed" })).results;
    expect(first).toMatchObject({ preview: expect.stringContaining("public final class Gson {") });
  });
});

it("words of asking are never unknown", async () => {
  const { unknownTerms } = await tree.search("please show me usages of Gson somewhere", { scope: "mixed" });
  expect(unknownTerms).toEqual([]);
});
