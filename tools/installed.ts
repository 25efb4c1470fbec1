/** Programs of others that tests speak with, installed once into a folder of ours. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const CACHE = fileURLToPath(new URL("../node_modules/.cache/satori/", import.meta.url));
const LOOK_MS = 200;
/** A registry may fail once. */
const TRIES = 2;

/**
 * For programs in Python: what they import is compiled once for all of them, and nothing is written beside
 * sources of ours. Many images switch that off.
 */
export const PYTHON_BYTECODE = { PYTHONDONTWRITEBYTECODE: "", PYTHONPYCACHEPREFIX: join(CACHE, "bytecode") };

export const run = promisify(execFile);

/**
 * The folder of what is installed; null where it cannot be, and why is on stderr. Test files that ask at the
 * same time wait for the one that came first.
 *
 * @param name with the version: another one is installed anew
 * @throws where it cannot be installed and `SATORI_TEST_NO_SKIP` is set: where nobody looks at what is
 * skipped, it must not pass for tested
 */
export async function installOnce(
  name: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string | null> {
  const folder = join(CACHE, name);
  // Written last: an installation that was cut short is made anew.
  const whole = join(folder, "whole");
  mkdirSync(CACHE, { recursive: true });
  for (;;) {
    if (existsSync(whole)) return folder;
    using lock = tryLock(`${folder}.lock`);
    if (lock) return existsSync(whole) ? folder : await attempt(name, folder, whole, install);
    await sleep(LOOK_MS);
  }
}

/**
 * The programs of a Python of its own with these packages, `python` among them; null and exceptions as of
 * `installOnce`.
 *
 * @param label for whoever looks into the cache
 * @param packages as pip takes them, with their versions: others are installed anew
 */
export async function installPython(
  label: string,
  packages: readonly string[],
): Promise<((program: string) => string) | null> {
  const digest = createHash("sha256").update(packages.join("\n")).digest("hex").slice(0, 12);
  const folder = await installOnce(`python-${label}-${digest}`, async (target) => {
    await run("python3", ["-m", "venv", target]);
    await run(pythonProgram(target, "python"), [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "--no-compile",
      ...packages,
    ]);
  });
  return folder === null ? null : (program) => pythonProgram(folder, program);
}

function pythonProgram(folder: string, program: string): string {
  return process.platform === "win32"
    ? join(folder, "Scripts", `${program}.exe`)
    : join(folder, "bin", program);
}

async function attempt(
  name: string,
  folder: string,
  whole: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string | null> {
  let reason = "";
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      await install(folder);
      writeFileSync(whole, "");
      return folder;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  if (process.env["SATORI_TEST_NO_SKIP"])
    throw new Error(`${name} cannot be installed, and its tests may not be skipped: ${reason}`);
  process.stderr.write(`SKIPPED: ${name} cannot be installed: ${reason}\n`);
  return null;
}

/** Null while another process holds it that is still there. */
function tryLock(path: string): Disposable | null {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
  } catch {
    if (!isAlive(path)) rmSync(path, { force: true });
    return null;
  }
}

function isAlive(path: string): boolean {
  try {
    // What has not been written yet was made this moment.
    const pid = Number(readFileSync(path, "utf8"));
    if (pid > 0 && pid !== process.pid) process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code === "EPERM";
  }
}
