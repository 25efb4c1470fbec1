import { describe, expect, it } from "vitest";
import { Turns } from "./turns.ts";

function fakeLoop() {
  const due: (() => void)[] = [];
  const turns = new Turns((work) => due.push(work));
  const begun: string[] = [];
  return {
    turns,
    begun,
    ask: (name: string, leaving = new AbortController()): void =>
      void turns.take(leaving.signal).then(() => begun.push(name)),
    /** Runs one turn of the loop. */
    pass: async (): Promise<number> => {
      due.shift()?.();
      await new Promise((resolve) => void setImmediate(resolve));
      return due.length;
    },
  };
}

describe("calls", () => {
  it("begin one a turn, in the order in which they came", async () => {
    const { begun, ask, pass } = fakeLoop();
    for (const name of ["a", "b", "c"]) ask(name);
    await pass();
    expect(begun).toEqual(["a"]);
    await pass();
    ask("d");
    await pass();
    await pass();
    expect(begun).toEqual(["a", "b", "c", "d"]);
    expect(await pass()).toBe(0);
  });

  it("wait while clients connect, but not for ever", async () => {
    const { turns, begun, ask, pass } = fakeLoop();
    ask("a");
    for (let turn = 0; turn < 256; turn++) {
      turns.noteConnection();
      await pass();
      expect(begun).toEqual([]);
    }
    turns.noteConnection();
    await pass();
    expect(begun).toEqual(["a"]);
  });

  it("of clients that have left take no turn", async () => {
    const { begun, ask, pass } = fakeLoop();
    const leaving = new AbortController();
    ask("a");
    ask("gone", leaving);
    ask("b");
    leaving.abort();
    await pass();
    await pass();
    expect(begun).toEqual(["gone", "a", "b"]);
    expect(await pass()).toBe(0);
  });

  it("begin in the first turn in which nobody has connected", async () => {
    const { turns, begun, ask, pass } = fakeLoop();
    ask("a");
    turns.noteConnection();
    await pass();
    await pass();
    expect(begun).toEqual(["a"]);
  });
});
