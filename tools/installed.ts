/** Installs third-party programs for tests, once, into a cache folder. */
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
 * Environment for Python programs: compiled modules are cached once for all of them, and not next to our
 * sources. Many images disable the cache.
 */
export const PYTHON_BYTECODE = { PYTHONDONTWRITEBYTECODE: "", PYTHONPYCACHEPREFIX: join(CACHE, "bytecode") };

export const run = promisify(execFile);

/**
 * The folder of an installation; null if it fails, with the reason on stderr. Test files that need the same
 * one at the same time wait for the first.
 *
 * @param name name with version: another version is a separate installation
 * @throws if the installation fails and `SATORI_TEST_NO_SKIP` is set, so that skipped tests do not pass for
 * tested where nobody looks at them
 */
export async function installOnce(
  name: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string | null> {
  const folder = join(CACHE, name);
  // Written last, so that an interrupted installation is repeated.
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
 * Programs of a Python environment with these packages, `python` among them; null and errors as in
 * `installOnce`.
 *
 * @param label readable name in the cache
 * @param packages packages for pip, with versions: other versions are a separate installation
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

/** Null while a process that is still alive holds the lock. */
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
    // A lock without a process id was created just now.
    const pid = Number(readFileSync(path, "utf8"));
    if (pid > 0 && pid !== process.pid) process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code === "EPERM";
  }
}
