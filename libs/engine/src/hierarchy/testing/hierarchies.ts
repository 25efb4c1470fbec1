/** For tests: the hierarchy of a symbol in a small codebase, as lines of text. */
import {
  type HierarchyEntry,
  type TypeHierarchyInput,
  type TypeHierarchyOk,
  type TypeHierarchyOutput,
  validateOutput,
} from "@satori/contracts";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";

export interface Hierarchies extends AsyncDisposable {
  readonly codebase: TestCodebase;
  ask(args: Partial<TypeHierarchyInput>): Promise<TypeHierarchyOutput>;
  /** Like `ask`, but throws unless the status is `ok`. */
  answered(args: Partial<TypeHierarchyInput>): Promise<TypeHierarchyOk>;
  /**
   * Supertypes after `^`, subtypes after `v`, in the order of the answer: `v2 Dog extends Animal possible`.
   * Distance 1 and the confidence `resolved` are left out; external types end with `(outside)`.
   */
  lines(symbol: string, args?: Partial<TypeHierarchyInput>): Promise<string[]>;
}

export async function hierarchiesIn(tree: string): Promise<Hierarchies> {
  const codebase = await indexedTree(tree);
  const ask: Hierarchies["ask"] = async (args) => {
    const answer = await codebase.call("type_hierarchy", { path: codebase.root, ...args });
    const checked = validateOutput("type_hierarchy", answer);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    return answer;
  };
  const answered: Hierarchies["answered"] = async (args) => {
    const answer = await ask(args);
    if (answer.status !== "ok") throw new Error(`${answer.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const lines: Hierarchies["lines"] = async (symbol, args = {}) => {
    const answer = await answered({ symbol, ...args });
    const { found, supertypes = [], subtypes = [] } = answer;
    const labels = new Map(
      [found, ...supertypes, ...subtypes].map(({ symbolId, symbolLabel }) => [symbolId, symbolLabel]),
    );
    const line = (mark: string, entry: HierarchyEntry): string => {
      const links = entry.links.map(
        ({ to, relation, confidence }) =>
          `${relation} ${labels.get(to)}${confidence === "resolved" ? "" : ` ${confidence}`}`,
      );
      const distance = entry.distance === 1 ? "" : String(entry.distance);
      const outside = entry.file === undefined ? " (outside)" : "";
      return `${mark}${distance} ${entry.symbolLabel}${outside} ${links.join(", ")}`;
    };
    return [...supertypes.map((entry) => line("^", entry)), ...subtypes.map((entry) => line("v", entry))];
  };
  return { codebase, ask, answered, lines, [Symbol.asyncDispose]: () => codebase[Symbol.asyncDispose]() };
}
