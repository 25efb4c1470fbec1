/**
 * A disk that fails once, at calls spread over every operation: the index from before or after answers
 * completely, or the error is reported and the next run leads to a complete index. `npm run bench -- faults`
 * does this with the system calls themselves.
 */
import { describe, expect, it, onTestFinished } from "vitest";
import { replaceDriver } from "../sqlite/driver.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import {
  DRIVER_ERRORS,
  type DriverError,
  type DriverFaults,
  failingDriver,
} from "../testing/fakes/failing-driver.ts";

const BEFORE = { "a.py": "import b\n\ndef alpha(): pass\n", "b.py": "def beta(): pass\n" };
const AFTER = { "a.py": "import c\n\ndef alpha(): return 1\n", "c.py": "def alpha(): return 2\n" };
const ERRORS = Object.keys(DRIVER_ERRORS) as DriverError[];

/** Faults in each operation: 12 × 5 = 60. */
const CASES = 12;

/** The initial state of an operation, and its arguments. */
const OPERATIONS = {
  create: { hasIndex: false, isEdited: false, args: { action: "create" } },
  reindex: { hasIndex: true, isEdited: true, args: { action: "reindex" } },
  sync: { hasIndex: true, isEdited: true, args: { action: "sync" } },
  clear: { hasIndex: true, isEdited: false, args: { action: "clear" } },
  search: { hasIndex: true, isEdited: false, args: null },
} as const;
type Operation = keyof typeof OPERATIONS;

interface Prepared {
  readonly place: TestPlace;
  readonly engine: TestEngine;
}

async function prepared(operation: Operation): Promise<Prepared> {
  const { hasIndex, isEdited } = OPERATIONS[operation];
  const place = new TestPlace(BEFORE);
  if (hasIndex) {
    const maker = place.engine({ embedder: null });
    await maker.index();
    await maker.codebase.close();
  }
  if (isEdited) {
    place.tree.writeAll(AFTER);
    place.tree.remove("b.py");
    place.tree.wait();
  }
  return { place, engine: place.engine({ embedder: null, config: { freshnessPolicy: "always" } }) };
}

/** The final answer of an operation; for a run, that of the status. */
async function operate({ place, engine }: Prepared, operation: Operation): Promise<string> {
  const { args } = OPERATIONS[operation];
  const answer =
    args === null ? await answerOf(engine) : JSON.stringify(await engine.call("manage_index", args));
  await engine.engine.waitForRun(place.tree.root, "/");
  return answer;
}

/** Without the fields that show when the index was made. */
async function answerOf(engine: TestEngine): Promise<string> {
  const answer = await engine.call("search_codebase", { query: "alpha", resultMode: "raw", scope: "mixed" });
  const isVolatile = (key: string): boolean =>
    [
      "meta",
      "freshnessDecision",
      "stalenessBucket",
      "indexedAt",
      "warnings",
      "message",
      "path",
      "effectiveRoot",
    ].includes(key);
  return JSON.stringify(answer, (key, value: unknown) => (isVolatile(key) ? undefined : value));
}

function armed(): DriverFaults {
  const faults: DriverFaults = { calls: 0, failAt: null, error: "read: EIO" };
  const replaced = replaceDriver((driver) => failingDriver(driver, faults));
  onTestFinished(() => replaced[Symbol.dispose]());
  return faults;
}

describe.each(Object.keys(OPERATIONS) as Operation[])("%s", (operation) => {
  it("leaves a whole index or says what is wrong, wherever the disk fails", async () => {
    const faults = armed();
    const whole = await prepared(operation);
    faults.calls = 0;
    await operate(whole, operation);
    const { calls } = faults;
    const isGone = operation === "clear";
    if (isGone) await whole.engine.index();
    const right = await answerOf(whole.engine);
    await whole.place[Symbol.asyncDispose]();
    let said = 0;
    for (let at = 0; at < CASES; at++) {
      const fault = `${ERRORS[at % ERRORS.length]} at call ${Math.ceil(((at + 1) * calls) / CASES)} of ${calls}`;
      const experiment = await prepared(operation);
      Object.assign(faults, {
        calls: 0,
        failAt: Math.ceil(((at + 1) * calls) / CASES),
        error: ERRORS[at % ERRORS.length],
      });
      const answer = await operate(experiment, operation);
      expect(faults.calls, fault).toBeGreaterThanOrEqual(faults.failAt ?? 0);
      faults.failAt = null;
      expect(answer, fault).not.toContain("STORE_CORRUPT");
      if (operation === "search" && answer.includes('"status":"ok"')) expect(answer, fault).toBe(right);
      const other = experiment.place.engine({ embedder: null, config: { freshnessPolicy: "always" } });
      const { state, failure } = await other.codebase.view();
      const found = await answerOf(other);
      // A sync before the answer finishes incomplete work. A missing index is reported as missing.
      if (found.includes('"status":"ok"')) expect(found, fault).toBe(right);
      else
        expect([operation, state], fault).toEqual(
          operation === "create"
            ? ["create", expect.stringMatching(/^(indexfailed|not_found)$/)]
            : ["clear", "not_found"],
        );
      expect(failure?.code ?? "none", fault).not.toBe("STORE_CORRUPT");
      if (failure || /"status":"(error|not_indexed)"/.test(answer)) said++;
      await other.index({ force: true });
      expect(await answerOf(other), fault).toBe(right);
      await experiment.place[Symbol.asyncDispose]();
    }
    // Otherwise nothing would have been tested.
    expect(said).toBeGreaterThan(0);
  });
});
