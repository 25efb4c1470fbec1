/**
 * `npm test`: builds the product, checks the repository, and runs all tests. The last line is `N passed,
 * N failed`. Arguments are passed to vitest (`npm test -- libs/engine`); the repository is then not checked.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LINT_STEPS, ROOT, installed, runSteps } from "./steps.ts";

const filters = process.argv.slice(2);
const build = { name: "build", ...installed("tsx", "tools/build/build.ts") };
const steps = await runSteps([build, ...(filters.length === 0 ? LINT_STEPS : [])]);
const tests = runTests();
const passed = steps.filter(Boolean).length + tests.passed;
const failed = steps.filter((isGood) => !isGood).length + tests.failed;
console.log(`${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

function runTests(): { passed: number; failed: number; skipped: number } {
  const folder = mkdtempSync(join(tmpdir(), "satori-tests-"));
  const report = join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const { command, args } = installed("vitest", "run", ...reporters, ...filters);
    const { status } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" });
    const counts = JSON.parse(readFileSync(report, "utf8")) as {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
      numFailedTestSuites: number;
    };
    // A file that fails to load has no failed tests, and neither has an error outside of tests.
    const failures = counts.numFailedTests || counts.numFailedTestSuites || (status === 0 ? 0 : 1);
    return { passed: counts.numPassedTests, failed: failures, skipped: counts.numPendingTests };
  } catch (error) {
    console.error(`The tests did not report: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
