import { describe, expect, it, vi } from "vitest";
import { bundleTarget } from "./bundle.ts";
import type { Finding } from "./protocol.ts";
import { type WatchResult, WATCH_LIMITS, replay, watch } from "./watch.ts";

// Fuzzing has the lowest priority, so it is slow on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

const bundle = await bundleTarget("planted", "./testing/planted.ts");
const limits = { ...WATCH_LIMITS, inputCpuMs: 1_000, heapMb: 64 };

/** Fuzzes up to the first finding. Another word in the dictionary makes another fault reachable. */
async function fuzz(
  words: readonly string[],
  maxRuns: number,
  seed = 1,
): Promise<WatchResult & { readonly findings: readonly Finding[]; readonly kept: readonly string[] }> {
  const findings: Finding[] = [];
  const kept: string[] = [];
  const enough = new AbortController();
  const result = await watch({
    bundle: { ...bundle, words },
    task: { mode: "fuzz", inputs: [], seed, maxRuns, deadlineMs: Infinity, knownKeys: [] },
    limits,
    signal: enough.signal,
    onMessage(message) {
      if (message.kind === "finding") {
        findings.push(message.finding);
        enough.abort();
      }
      if (message.kind === "kept") kept.push(Buffer.from(message.input).toString("latin1"));
    },
  });
  return { ...result, findings, kept };
}

describe("the fuzzer", () => {
  it("is led by coverage through one condition after the other, and shortens what it finds", async () => {
    const { findings } = await fuzz([], 1_000_000);
    expect(findings.map(({ kind, input }) => [kind, Buffer.from(input).toString()])).toEqual([
      ["failed", "FUZZ"],
    ]);
    expect(findings[0]?.message).toContain("planted failure");
    expect(findings[0]?.message).toContain("testing/planted.ts:16");
  });

  it("does the same again with the same seed", async () => {
    const [first, again, other] = [
      await fuzz(["x"], 1_000),
      await fuzz(["x"], 1_000),
      await fuzz(["x"], 1_000, 2),
    ];
    expect(again.kept).toEqual(first.kept);
    expect(other.kept).not.toEqual(first.kept);
  });

  it("stops an input that never ends, and tells which", async () => {
    const { end } = await fuzz(["endless"], 100_000);
    expect(end).toMatchObject({ kind: "hang" });
    expect(Buffer.from((end as { input: Uint8Array }).input).toString()).toMatch(/^endless/);
  });

  it("finds work that grows with the square of the input by its steps", async () => {
    const { findings } = await fuzz(["square"], 100_000);
    expect(findings.map(({ kind }) => kind)).toContain("work");
  });

  it("stops an input that takes all memory", async () => {
    const { findings } = await replay(bundle, [Buffer.from("memory")], { ...limits, inputCpuMs: 60_000 });
    expect(findings.map(({ kind }) => kind)).toEqual(["memory"]);
  });

  it("stops when it is asked to", async () => {
    const stopped = new AbortController();
    stopped.abort();
    const { end } = await watch({
      bundle,
      task: { mode: "fuzz", inputs: [], seed: 1, maxRuns: null, deadlineMs: Infinity, knownKeys: [] },
      onMessage: () => undefined,
      signal: stopped.signal,
    });
    expect(end).toBe("stopped");
  });

  it("runs a single input again, and counts its steps", async () => {
    const { findings, steps } = await replay(bundle, [Buffer.from("FUZZ"), Buffer.from("fine")], limits);
    expect(findings.map(({ kind }) => kind)).toEqual(["failed"]);
    expect(steps).toHaveLength(1);
  });
});
