/** A small codebase for tests of call graphs, and functions to query it. */
import type { CallGraphInput, CallGraphOk, CallGraphOutput } from "@satori/contracts";
import type { TestCodebase } from "../../testing/codebase.ts";

export const TREE = `
  //- src/store.ts
  export interface Store { save(text: string): void }
  export class FileStore implements Store {
    constructor(private readonly folder: string) {}
    save(text: string): void { write(this.folder, text); }
  }
  export class MemoryStore implements Store {
    save(text: string): void { log(text); }
  }
  function write(folder: string, text: string): void {}
  export function log(text: string): void {}
  //- src/main.ts
  import { FileStore, type Store, log as note } from "./store";
  export function run(store: Store): void {
    store.save("a");
    note("done");
  }
  export function start(): void {
    run(new FileStore("x"));
    setTimeout(() => note("later"), 1);
  }
  export const limit = 3;
  start();
  //- src/over.ts
  export function over(a: string): void;
  export function over(a: number): void;
  export function over(a: unknown): void {}
  over("x");
  //- src/loop.ts
  export function even(n: number): boolean { return n === 0 || odd(n - 1); }
  export function odd(n: number): boolean { return n !== 0 && even(n - 1); }
  export const parity = even;
  //- src/once.ts
  export function once(run: () => void): () => void { return () => run(); }
  export const flush = once(() => log("flushed"));
  flush();
  //- src/panel.ts
  import { create, memo } from "lib";
  export const Panel = memo(function Panel() { paint(); });
  export const usePaint = create(() => paint());
  function paint() {}
  export function screen() { Panel(); }
  export class Meter {
    level = create(0);
    read() { this.level(); }
  }
  //- src/guess.ts
  export function use(thing: any): void {
    thing.reticulate();
    thing.twice();
    thing["x" + 1]();
  }
  export class Splines { reticulate(): void {} twice(): void {} }
  export class Others { twice(): void {} }
  //- src/unnamed.ts
  export default function (n: number): number { return half(n); }
  function half(n: number): number { return n / 2; }
  //- src/uses.ts
  import share from "./unnamed";
  export function check(): number { return share(2); }
  //- tool.pl
  sub build { print 1; }
  //- src/namesake.ts
  export class Namesake { use(): void {} }
  //- src/carriage.ts
  /* Of two lines to an old editor,\rof one to all others. */
  export function carriage(text?: string): void {}
  carriage();
  carriage("${"x".repeat(189)}😀 and what is behind it");
  //- lib/gauge.py
  class Gauge:
      @property
      def pressure(self): return 1
  def watch(gauge: Gauge, other):
      if gauge.pressure > 3:
          return gauge.pressure
      return other.pressure
  //- lib/gauge.js
  export function peek(any) { return any.pressure; }
  //- lib/Gauge.swift
  class Dial { var needle: Int = 3 }
  func turn(dial: Dial) { print(dial.needle) }
  //- styles.css
  .spinner { color: red; }
  //- notes.md
  # Notes
`;

/** `call_graph` requests about one codebase. */
export interface Questions {
  graph(args: Partial<CallGraphInput>): Promise<CallGraphOutput>;
  /** Like `graph`, but throws if the status is not `ok`. */
  answered(args: Partial<CallGraphInput>): Promise<CallGraphOk>;
  /** Edges as `caller → callee (confidence, unless resolved)`, in the order of the answer. */
  edges(args: Partial<CallGraphInput>): Promise<string[]>;
}

/** @param codebase the codebase to query; it need not exist before the first request */
export function questionsAbout(codebase: () => TestCodebase): Questions {
  const graph: Questions["graph"] = (args) =>
    codebase().call("call_graph", { path: codebase().root, ...args });

  async function answered(args: Partial<CallGraphInput>): Promise<CallGraphOk> {
    const answer = await graph(args);
    if (answer.status !== "ok") throw new Error(`${answer.status}: ${answer.message}`);
    return answer;
  }

  async function edges(args: Partial<CallGraphInput>): Promise<string[]> {
    const answer = await answered(args);
    const label = (id: string): string =>
      answer.nodes.find(({ symbolId }) => symbolId === id)?.symbolLabel ?? "?";
    return answer.edges.map(
      ({ from, to, confidence }) =>
        `${label(from)} → ${label(to)}${confidence === "resolved" ? "" : ` (${confidence})`}`,
    );
  }

  return { graph, answered, edges };
}
