/** Tests of lexical search for every store. */
import { describe, expect, it } from "vitest";
import { pathOfRow, sync } from "../../testing/store-content.ts";
import type { LexicalHit, Store } from "../store.ts";
import { type Openings, hitFiles } from "./openings.ts";

export function describeLexical({ openWith, openSnapshot }: Openings): void {
  describe("the lexical arm", () => {
    it("ranks chunks that hold any of the words, best first", async () => {
      const store = await openWith({
        "a.txt": "apple",
        "b.txt": "apple banana",
        "c.txt": "cherry and other fruit",
        "d.txt": "banana banana apple",
        "e.txt": "words",
        "f.txt": "more words",
      });
      const snapshot = await openSnapshot(store);
      expect(await hitFiles(snapshot, ["cherri"])).toEqual(["c.txt"]);
      expect(new Set(await hitFiles(snapshot, ["cherri", "banana"]))).toEqual(
        new Set(["b.txt", "c.txt", "d.txt"]),
      );
      expect(await hitFiles(snapshot, ["banana"], 1)).toEqual(["d.txt"]);
      expect([await hitFiles(snapshot, []), await hitFiles(snapshot, ["nowher"])]).toEqual([[], []]);
      expect(await snapshot.lexical(["appl", "appl"], 9, null)).toEqual(
        await snapshot.lexical(["appl"], 9, null),
      );
    });

    it("settles equal scores by row, those at the cut too, whichever file was written last", async () => {
      const store = await openWith(
        Object.fromEntries(["d", "b", "a", "c"].map((name) => [`same-${name}.txt`, "equal words here"])),
      );
      await sync(store, "r1", { texts: { "same-b.txt": "equal words here" } });
      const [hits = [], ...cut] = await Promise.all(
        [10, 1, 2, 3].map(async (limit) => (await openSnapshot(store)).lexical(["equal"], limit, null)),
      );
      expect(hits).toEqual([0, 1, 2, 3].map((row) => ({ ...hits[0], row })));
      expect(cut).toEqual([1, 2, 3].map((limit) => hits.slice(0, limit)));
    });

    it("looks into names and paths too, and counts comments apart", async () => {
      const store = await openWith({
        "zebra/a.py": "x = 1\n",
        "b.py": "# a zebra\ny = 2\n",
        "c.py": "def zebra(): pass\n",
        "d.py": "z = 3\n",
      });
      const snapshot = await openSnapshot(store);
      const byPath = new Map(
        (await snapshot.lexical(["zebra"], 9, null)).map((hit): [string | undefined, LexicalHit] => [
          pathOfRow(snapshot, hit.row),
          hit,
        ]),
      );
      expect([...byPath.keys()].sort()).toEqual(["b.py", "c.py", "zebra/a.py"]);
      expect([...byPath].filter(([, { docScore }]) => docScore > 0).map(([path]) => path)).toEqual(["b.py"]);
    });

    it("finds what is allowed behind any number of better chunks", async () => {
      const store = await openWith({
        ...Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`f${at}.txt`, "needle needle needle"])),
        "z.txt": `needle ${"hay ".repeat(60)}`,
      });
      const snapshot = await openSnapshot(store);
      const only = (path: string): Uint8Array =>
        Uint8Array.from(snapshot.files.paths, (other) => (other === path ? 1 : 0));
      expect(await hitFiles(snapshot, ["needl"], 1, only("z.txt"))).toEqual(["z.txt"]);
      expect(await hitFiles(snapshot, ["needl"], 5, only("f7.txt"))).toEqual(["f7.txt"]);
      expect(await hitFiles(snapshot, ["needl"], 5, only("none"))).toEqual([]);
    });

    it("tells rows of files apart that have no chunks, one, or many", async () => {
      const long = Array.from({ length: 400 }, (_, at) => `line${at} of the long text`).join("\n");
      const store = await openWith({
        "a.txt": "",
        "b.txt": "first",
        "c.txt": "",
        "d.txt": long,
        "e.txt": "",
        "f.txt": "last",
      });
      await sync(store, "r1", { texts: { "b.txt": "", "c.txt": "third", "a.txt": "" } });
      await sync(store, "r1", { texts: { "e.txt": "fifth", "g.txt": "" } });
      const snapshot = await openSnapshot(store);
      expect((snapshot.files.firstRows[4] ?? 0) - (snapshot.files.firstRows[3] ?? 0)).toBeGreaterThan(3);
      expect(await Promise.all(["third", "fifth", "last"].map((word) => hitFiles(snapshot, [word])))).toEqual(
        [["c.txt"], ["e.txt"], ["f.txt"]],
      );
      const [content] = await snapshot.contents([3]);
      const rows = (await snapshot.lexical(["line397"], 9, null)).map(
        ({ row }) => row - (snapshot.files.firstRows[3] ?? 0),
      );
      expect(rows).toEqual([
        content?.chunks.findIndex(({ start, end }) => content.text.slice(start, end).includes("line397")),
      ]);
    });

    it("counts in how many chunks a word occurs, whatever was written before", async () => {
      const store = await openWith({ "a.txt": "red blue blue", "b.txt": "blue" });
      await sync(store, "r1", { texts: { "b.txt": "green blue", "c.txt": "green" } });
      await sync(store, "r1", { removed: ["c.txt"] });
      expect(
        await (await openSnapshot(store)).frequencies(["blue", "green", "red", "white", "blue"]),
      ).toEqual(
        new Map([
          ["blue", 2],
          ["green", 1],
          ["red", 1],
          ["white", 0],
        ]),
      );
    });

    it("scores as if the index had always been as it is", async () => {
      const texts = Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [
          `f${at}.txt`,
          `common ${at % 3 === 0 ? "rare " : ""}${"pad ".repeat(at)}`,
        ]),
      );
      const fresh = await openWith(texts);
      const edited = await openWith(
        Object.fromEntries(Object.keys(texts).map((path) => [path, "something quite different at first"])),
      );
      for (let round = 0; round < 3; round++) await sync(edited, "r1", { texts, removed: ["f3.txt"] });
      const scores = async (store: Store): Promise<number[]> =>
        (await (await openSnapshot(store)).lexical(["rare", "common"], 50, null)).map(({ score }) =>
          Number(score.toFixed(6)),
        );
      expect(await scores(edited)).toEqual(await scores(fresh));
    });
  });
}
