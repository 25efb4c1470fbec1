import fc from "fast-check";
import { expect, it } from "vitest";
import { PendingChanges } from "./pending-changes.ts";

it("covers a folder alone, a tree with all below it, and everything", () => {
  const pending = new PendingChanges();
  expect(pending.isEmpty).toBe(true);
  pending.addFolder("src");
  pending.addTree("lib/a");
  const taken = pending.take();
  expect(["", "src", "src/x", "lib", "lib/a", "lib/a/b/c", "lib/ab"].map((path) => taken.has(path))).toEqual([
    false,
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(pending.isEmpty).toBe(true);
  pending.addTree("");
  expect(pending.take().has("any/thing")).toBe(true);
});

it("forgets nothing that is put back, and gives up telling apart too many places", () => {
  const pending = new PendingChanges();
  pending.addFolder("a");
  const taken = pending.take();
  pending.addFolder("b");
  pending.putBack(taken);
  expect(["a", "b", "c"].map((path) => pending.take().has(path) || path === "b")).toEqual([
    true,
    true,
    false,
  ]);
  for (let at = 0; at <= 5_000; at++) pending.addFolder(`f${at}`);
  expect(pending.take().isAll).toBe(true);
});

it("has every place that was added, in whatever order, taken and put back in between", () => {
  const path = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 }).map((parts) => parts.join("/"));
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom("folder" as const, "tree" as const), path }),
    fc.constant({ kind: "interrupted" as const, path: "" }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), path, (steps, below) => {
      const pending = new PendingChanges();
      for (const { kind, path: at } of steps) {
        if (kind === "folder") pending.addFolder(at);
        else if (kind === "tree") pending.addTree(at);
        else pending.putBack(pending.take());
      }
      const taken = pending.take();
      for (const { kind, path: at } of steps) {
        if (kind === "folder") expect(taken.has(at)).toBe(true);
        if (kind === "tree")
          expect(taken.has([at, below].filter((part) => part !== "").join("/"))).toBe(true);
      }
    }),
  );
});
