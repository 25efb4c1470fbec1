/** The tool, over real repositories and a real index. */
import type { ChangeImpactOk } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { WAYS, uncommitted } from "./testing/changed-repository.ts";
import { SAMPLES } from "./testing/samples.ts";

/** What an answer says about the change, however it was asked for. */
function saidOf({ counts, changed, affected, tests, unknown }: ChangeImpactOk): object {
  return { counts, changed, affected, tests, unknown };
}

describe.each(Object.entries(SAMPLES))("a change in %s", (_name, versions) => {
  it.each(Object.entries(WAYS))("is the same as %s", async (_way, answerOf) => {
    expect(saidOf(await answerOf(versions))).toEqual(saidOf(await uncommitted(versions)));
  });
});
