import fc from "fast-check";
import { expect, test } from "vitest";
import { Memo } from "./memo.ts";

/**
 * For each node, the numbers of the nodes it depends on; its value is itself and everything reachable from
 * it.
 */
const graph = fc
  .integer({ min: 1, max: 9 })
  .chain((size) =>
    fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
  );

function reachable(
  edges: readonly (readonly number[])[],
  from: number,
  met = new Set<number>(),
): ReadonlySet<number> {
  if (!met.has(from)) {
    met.add(from);
    for (const to of edges[from] ?? []) reachable(edges, to, met);
  }
  return met;
}

const sorted = (numbers: Iterable<number>): readonly number[] =>
  [...new Set(numbers)].toSorted((a, b) => a - b);

test("values that depend on each other are whole, whatever was asked before", () => {
  fc.assert(
    fc.property(graph, fc.array(fc.nat(8), { maxLength: 12 }), (edges, questions) => {
      const memo = new Memo<readonly number[]>([]);
      const around = (node: number): readonly number[] =>
        memo.once(["around", node], () => (edges[node] ?? []).flatMap(valueOf));
      const valueOf = (node: number): readonly number[] => memo.valueOf(node, () => [node, ...around(node)]);
      for (const question of questions) {
        const node = question % edges.length;
        expect(sorted(valueOf(node))).toEqual(sorted(reachable(edges, node)));
      }
    }),
  );
});

test("so are searches, which look at each place once", () => {
  fc.assert(
    fc.property(graph, fc.array(fc.nat(8), { maxLength: 12 }), (edges, questions) => {
      const memo = new Memo<readonly number[]>([]);
      let looks = 0;
      const found = (node: number): readonly number[] =>
        memo.walked("search", node, { met: [], tooFar: [] }, () => {
          looks++;
          return [node, ...(edges[node] ?? []).flatMap(found)];
        });
      for (const question of questions) {
        const node = question % edges.length;
        looks = 0;
        expect(sorted(found(node))).toEqual(sorted(reachable(edges, node)));
        expect(looks).toBeLessThanOrEqual(edges.length);
      }
    }),
  );
});

test("searches of two kinds within each other are whole too", () => {
  fc.assert(
    fc.property(graph, fc.array(fc.nat(8), { maxLength: 12 }), (edges, questions) => {
      const memo = new Memo<readonly number[]>([]);
      const search = (node: number, kind: number): readonly number[] =>
        memo.walked(`search ${kind}`, node, { met: [], tooFar: [], isPart: true }, () => [
          node,
          ...(edges[node] ?? []).flatMap((next) =>
            next % 3 === 0
              ? search(next, kind)
              : next % 3 === 1
                ? search(next, 1 - kind)
                : memo.valueOf(next, () => search(next, 1 - kind)),
          ),
        ]);
      for (const question of questions) {
        const node = question % edges.length;
        expect(sorted(search(node, question % 2))).toEqual(sorted(reachable(edges, node)));
      }
    }),
  );
});

test("values that are worked out in a search which has met a place are not kept for less than they are", () => {
  fc.assert(
    fc.property(graph, fc.array(fc.nat(8), { maxLength: 12 }), (edges, questions) => {
      const memo = new Memo<readonly number[]>([]);
      const search = (node: number): readonly number[] =>
        memo.walked("search", node, { met: [], tooFar: [], isPart: true }, () =>
          (edges[node] ?? []).flatMap(valueOf),
        );
      const valueOf = (node: number): readonly number[] => memo.valueOf(node, () => [node, ...search(node)]);
      for (const question of questions) {
        const node = question % edges.length;
        expect(sorted([node, ...search(node)])).toEqual(sorted(reachable(edges, node)));
        expect(sorted(valueOf(node))).toEqual(sorted(reachable(edges, node)));
      }
    }),
  );
});

test("a search that has met its own beginning is whole, and kept, in an evaluation too", () => {
  const memo = new Memo<readonly number[]>([]);
  const looks: number[] = [];
  const search = (node: number): readonly number[] =>
    memo.walked("search", node, { met: [], tooFar: [], isPart: true }, () => {
      looks.push(node);
      return [node, ...search(node < 2 ? node + 1 : 0)];
    });
  expect(memo.valueOf(9, () => [...search(0), ...search(0)])).toEqual([0, 1, 2, 0, 1, 2]);
  expect(search(0)).toEqual([0, 1, 2]);
  expect(looks).toEqual([0, 1, 2]);
});

test("a search goes so far and no farther", () => {
  const memo = new Memo<readonly number[]>([]);
  const search = (name: string, from: number): number =>
    memo.walked(name, from, { met: 0, tooFar: -1 }, () => (from === 0 ? 0 : search(name, from - 1)));
  expect(search("near", 300)).toBe(0);
  expect(search("far", 100_000)).toBe(-1);
  // The next search starts from zero.
  expect(search("far", 300)).toBe(0);
});

test("what an evaluation depends on is kept for it alone", () => {
  const memo = new Memo<readonly string[]>([]);
  let times = 0;
  const inner = (): readonly string[] => memo.valueOf(1, () => [...outer(), `inner ${++times}`]);
  const outer = (): readonly string[] => memo.valueOf(0, () => ["outer", ...inner(), ...inner()]);
  expect(outer()).toEqual(["outer", "inner 1", "inner 1"]);
  // Evaluated by itself, it includes what was unknown before.
  expect(inner()).toEqual(["outer", "inner 1", "inner 1", "inner 2"]);
});

test("a budget that runs out is told", () => {
  const memo = new Memo<readonly number[]>([]);
  const down = (node: number): readonly number[] => memo.valueOf(node, () => [node, ...down(node + 1)]);
  expect(down(0)).toHaveLength(81);
  expect(memo.isExhausted).toBe(false);
  for (let node = 1; !memo.isExhausted; node++) memo.valueOf(-node, () => []);
  expect(memo.valueOf(-500_000, () => [1])).toEqual([]);
});

test("what is worked out once has all its keys", () => {
  const memo = new Memo<readonly number[]>([]);
  const [one, other] = [{}, {}];
  const keys = [
    ["a", one, 1],
    ["a", one, "1"],
    ["a", other, 1],
    ["b", one, 1],
  ] as const;
  expect(keys.map((key, at) => memo.once(key, () => at))).toEqual([0, 1, 2, 3]);
  expect(keys.map((key) => memo.once(key, () => -1))).toEqual([0, 1, 2, 3]);
  memo.once(["nothing"], () => undefined);
  expect(memo.once(["nothing"], () => 1)).toBeUndefined();
});

test("what was cut short by the depth is worked out again", () => {
  const memo = new Memo<readonly number[]>([]);
  const end = (): readonly number[] => memo.once(["end"], () => memo.valueOf(-1, () => [-1]));
  const down = (node: number): readonly number[] =>
    memo.valueOf(node, () => (node === 80 ? end() : down(node + 1)));
  expect(down(0)).toEqual([]);
  expect(end()).toEqual([-1]);
});

test("once it is asked for from half as far", () => {
  const memo = new Memo<readonly number[]>([]);
  let times = 0;
  const end = (): readonly number[] => memo.once(["end"], () => (times++, memo.valueOf(-1, () => [-1])));
  const down = (node: number): readonly number[] =>
    memo.valueOf(node, () => (node === 80 ? [...end(), ...end()] : down(node + 1)));
  const again = (node: number): readonly number[] =>
    memo.valueOf(1_000 + node, () => (node === 0 ? end() : again(node - 1)));
  expect(down(0)).toEqual([]);
  expect(again(60)).toEqual([]);
  expect(times).toBe(1);
  expect(again(20)).toEqual([-1]);
  expect(times).toBe(2);
});

test("so is a value, once it is asked for from half as far", () => {
  const memo = new Memo<readonly number[]>([]);
  const down = (node: number): readonly number[] =>
    memo.valueOf(node, () => [node, ...(node < 100 ? down(node + 1) : [])]);
  expect(down(0)).toHaveLength(81);
  expect(down(60)).toHaveLength(41);
  // Twenty steps further, the value that was cut off at forty is reused.
  expect(down(20)).toHaveLength(61);
  expect(down(40)).toHaveLength(61);
});

test("a limit that was reached counts for all that is made of it, whenever they ask", () => {
  const memo = new Memo<readonly number[]>([]);
  const cut = (): readonly number[] => memo.valueOf(1, () => (memo.limit("too_many_files"), [1]));
  const made = (): readonly number[] => memo.once(["made"], () => [...cut(), 2]);
  const other = (): readonly number[] => memo.valueOf(3, () => [3]);
  for (const make of [cut, made, made, cut]) expect(memo.limited(make).limit).toBe("too_many_files");
  expect(memo.limited(other).limit).toBeNull();
  // The inner `limited` handles the limit; the outer one sees none.
  expect(memo.limited(() => memo.limited(made).result)).toEqual({ result: [1, 2], limit: null });
});
