import { describe, expect, it } from "vitest";
import { analyze } from "../analyze.ts";
import { fileIndexOf } from "./file-index.ts";

async function handsOn(path: string, text: string, name: string): Promise<boolean | undefined> {
  const { flow } = await analyze(path, text);
  return flow ? fileIndexOf(flow).placesHanding(name).length > 0 : undefined;
}

describe("FileIndex.placesHanding", () => {
  it.each([
    ["an argument", "run(step);"],
    ["a binding", "const next = step;"],
    ["one of several", "const next = ready ? step : other;"],
    ["a store", "this.next = step;"],
    ["an entry", "use({ next: step });"],
    ["an item", "use([step]);"],
    ["a result", "function f() { return step; }"],
    ["a default", "function f(next = step) {}"],
    ["another name of an export", "export { step as next };"],
    ["run by a method of its own", "step.delay(1);"],
  ])("%s", async (_, code) => {
    expect(await handsOn("a.ts", `import { step } from "./b";\n${code}\n`, "step")).toBe(true);
  });

  it.each([
    ["imported alone", ""],
    ["called", "step(1);"],
    ["called with an object of it", "run(new step());"],
    ["exported as it is called", "export { step };"],
  ])("not where it is %s", async (_, code) => {
    expect(await handsOn("a.ts", `import { step } from "./b";\n${code}\n`, "step")).toBe(false);
  });
});
