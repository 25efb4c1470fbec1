import type { ChangeImpactOk } from "@satori/contracts";
import { IMPACT } from "@satori/render/testing/impacts";
import { expect, it } from "vitest";
import { listTests, type ListOptions } from "./test-list.ts";

const OPTIONS: ListOptions = { list: "tests", isNullEnded: false, cwd: "/code" };
const list = (options: Partial<ListOptions>, answer: ChangeImpactOk = IMPACT) =>
  listTests(answer, { ...OPTIONS, ...options });
const named = (...files: string[]): ChangeImpactOk => ({
  ...IMPACT,
  tests: {
    ...IMPACT.tests,
    files: files.map((file) => ({ file, reasons: ["changed"] })),
    total: files.length,
  },
});

it("paths are relative to the working directory", () => {
  expect(list({}).text).toBe("src/cart.test.ts\nweb/page.test.ts\n");
  expect(list({ cwd: "/code/web" }).text).toBe("../src/cart.test.ts\npage.test.ts\n");
});

it("commands of other folders change into them", () => {
  expect(list({ list: "test-commands" }).text).toBe(
    "npx vitest run src/cart.test.ts\n(cd web && npx jest page.test.ts)\n",
  );
  expect(list({ list: "test-commands", cwd: "/code/web" }).text).toBe(
    "(cd .. && npx vitest run src/cart.test.ts)\nnpx jest page.test.ts\n",
  );
});

it("a name that looks like an option does not", () =>
  expect(list({}, named("-x.test.ts")).text).toBe("./-x.test.ts\n"));

it("a name with a line end is one line, or as it is with NUL", () => {
  const hostile = named("a\nb.test.ts", "c d.test.ts");
  expect(list({}, hostile)).toMatchObject({
    text: "a␊b.test.ts\nc d.test.ts\n",
    notes: [expect.stringContaining("1 name with line ends")],
  });
  expect(list({ isNullEnded: true }, hostile)).toEqual({
    text: "a\nb.test.ts\0c d.test.ts\0",
    notes: [],
  });
});

it("says what is missing", () => {
  const { tests } = IMPACT;
  expect(list({}, { ...IMPACT, tests: { ...tests, total: 9 } }).notes).toEqual(["7 more test files to run"]);
  expect(list({ list: "test-commands" }, { ...IMPACT, tests: { ...tests, commands: [] } })).toEqual({
    text: "",
    notes: ["no file of the codebase shows how its tests are run; --tests prints their paths"],
  });
});
