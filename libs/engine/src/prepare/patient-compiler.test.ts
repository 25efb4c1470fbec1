import { execFileSync } from "node:child_process";
import { cachedDataVersionTag } from "node:v8";
import { expect, it } from "vitest";
import { patienceOf, patientCompiler } from "./patient-compiler.ts";

const patience = patienceOf(process.versions.v8);

it.runIf(patience)("goes back to the value that this Node.js has by itself", () => {
  expect(patience?.patient).toBeGreaterThan(patience?.usual ?? Infinity);
  expect(execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" })).toContain(
    ` --${patience?.flag}=${patience?.usual}\n`,
  );
});

it.each([
  ["11.3.244.8-node.38", "interrupt-budget"],
  ["12.4.254.21-node.57", "invocation-count-for-turbofan"],
  ["11.8.172.17-node.20", undefined],
  ["13.6.233.17-node.53", undefined],
  ["", undefined],
])("of V8 %j it touches %s", (version, flag) => {
  expect(patienceOf(version)?.flag).toBe(flag);
});

it("waits until nobody needs it any more, and leaves V8 as it was", () => {
  // V8 accepts cached code only with the flags that it was compiled with.
  const usual = cachedDataVersionTag();
  const first = patientCompiler();
  const patient = cachedDataVersionTag();
  expect(patient === usual).toBe(patience === null);
  const second = patientCompiler();
  first[Symbol.dispose]();
  expect(cachedDataVersionTag()).toBe(patient);
  second[Symbol.dispose]();
  expect(cachedDataVersionTag()).toBe(usual);
});
