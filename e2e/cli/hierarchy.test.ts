/** Supertypes and subtypes on the command line. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.path("code");
let satori: Cli;

beforeAll(async () => {
  writeFile(
    join(root, "src/animals.py"),
    "import abc\n\n\nclass Animal(abc.ABC):\n    def speak(self):\n        pass\n\n\n" +
      'class Dog(Animal):\n    def speak(self):\n        return "wau"\n\n\nclass Puppy(Dog):\n    pass\n',
  );
  writeFile(join(root, "src/other.py"), "class Dog:\n    pass\n");
  satori = cliIn(workspace, root);
  expect(await satori(["index"])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

describe("hierarchy", () => {
  test("draws a tree for each direction, in columns", async () => {
    const { stdout, stderr, code } = await satori(["hierarchy", "src/animals.py:Dog"]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toBe(
      "Dog  src/animals.py:9\n\n" +
        "supertypes:\n└─ Animal      extends  src/animals.py:4\n   └─ abc.ABC  extends  outside the codebase\n\n" +
        "subtypes:\n└─ Puppy  extends  src/animals.py:14\n\n" +
        "Dog has 2 supertypes and 1 subtype.\n",
    );
  });

  test("shows one direction, and as many levels as asked for", async () => {
    expect((await satori(["hierarchy", "Animal", "--down", "--depth", "1"])).stdout).toBe(
      "Animal  src/animals.py:4\n\nsubtypes:\n└─ Dog  extends  src/animals.py:9\n\n" +
        "Animal has 1 subtype. There are more beyond depth 1.\n",
    );
    expect((await satori(["hierarchy", "Puppy", "--up"])).stdout).not.toContain("subtypes");
  });

  test("shows what overrides a method", async () => {
    expect((await satori(["hierarchy", "Animal.speak"])).stdout).toContain(
      "overridden or implemented by:\n└─ Dog.speak  overrides  src/animals.py:10\n",
    );
  });

  test("prints the envelope", async () => {
    expect(await satori.json("type_hierarchy", ["hierarchy", "Puppy", "--up"])).toMatchObject({
      envelope: { status: "ok", supertypes: [{ symbolLabel: "Dog" }, { symbolLabel: "Animal" }, {}] },
      code: 0,
    });
  });

  test("says how to choose among types of a name, and what else fails", async () => {
    const several = await satori(["hierarchy", "Dog"]);
    expect(several).toMatchObject({ stdout: "", code: 1 });
    expect(several.stderr).toContain("2 types are called Dog.");
    expect(several.stderr).toContain("Use satori hierarchy src/animals.py:Dog for the first.");
    expect(await satori(["hierarchy", "Cat"])).toMatchObject({
      stdout: "",
      code: 1,
      stderr: expect.stringContaining("No symbol Cat in the index."),
    });
    expect(await satori(["hierarchy"])).toMatchObject({ code: 2 });
    expect(await satori(["hierarchy", "Dog", "--depth", "0"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--depth"),
    });
  });
});
