/** Injects failing system calls into a driver's work on a database, and judges the resulting file. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../libs/engine/src/sqlite/driver.ts";
import { type DriverProcess, runDriver } from "./driver-process.ts";

export const OUTCOMES = ["honest", "silent", "destroyed", "false"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface FaultReport {
  readonly counts: Readonly<Record<Outcome, number>>;
  /** One line for each run whose outcome was not honest. */
  readonly worst: readonly string[];
}

interface Fault {
  /** Appended to the path of the database. */
  readonly suffix: "" | "-wal";
  readonly calls: string;
  readonly error: string;
}

const FAULTS: readonly Fault[] = (["", "-wal"] as const).flatMap((suffix) => [
  { suffix, calls: "pread64,read", error: "error=EIO" },
  { suffix, calls: "pread64,read", error: "error=EBADF" },
  { suffix, calls: "pread64,read", error: "retval=0" },
  { suffix, calls: "pwrite64,write", error: "error=EIO" },
  { suffix, calls: "pwrite64,write", error: "error=ENOSPC" },
  { suffix, calls: "fsync,fdatasync", error: "error=EIO" },
  { suffix, calls: "ftruncate", error: "error=EIO" },
]);

/** @param calls each fault is injected at the first, second, … call, up to this number */
export async function injectFaults(driver: DriverProcess, calls: number): Promise<FaultReport> {
  const folder = mkdtempSync(join(driver.folder, "faults-"));
  const sound = join(folder, "sound.db");
  await runDriver(driver, { task: "prepare", path: sound });
  const counts = { honest: 0, silent: 0, destroyed: 0, false: 0 };
  const worst: string[] = [];
  for (const fault of FAULTS) {
    for (let call = 1; call <= calls; call++) {
      const path = join(folder, "a.db");
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
      copyFileSync(sound, path);
      const { outcome, said } = await injectOne(driver, path, { ...fault, call });
      counts[outcome]++;
      if (outcome !== "honest")
        worst.push(`${outcome}: ${fault.calls} ${fault.error} of a.db${fault.suffix}, call ${call}: ${said}`);
    }
  }
  rmSync(folder, { recursive: true });
  return { counts, worst };
}

async function injectOne(
  driver: DriverProcess,
  path: string,
  { suffix, calls, error, call }: Fault & { readonly call: number },
): Promise<{ outcome: Outcome; said: string }> {
  // strace follows a path only if the file exists at its start, or is opened by that name later.
  const under = [
    "strace",
    "-f",
    "--seccomp-bpf",
    "-o",
    "/dev/null",
    "-P",
    `${path}${suffix}`,
    "-e",
    `trace=${calls}`,
    "-e",
    `inject=${calls}:${error}:when=${call}`,
  ];
  const answer = await runDriver<{ committed: number; error: string | null }>(driver, {
    task: "fault",
    path,
    under,
  }).catch((cause: unknown) => ({ committed: 200, error: String(cause) }));
  const isWhole = rowsIn(path) >= answer.committed;
  const said = answer.error ?? "success";
  if (!isWhole) return { outcome: answer.error === null ? "silent" : "destroyed", said };
  return {
    outcome: /CORRUPT|malformed|not a database|rows instead of/i.test(said) ? "false" : "honest",
    said,
  };
}

/** Number of rows of a sound database; -1 for a corrupt one. */
function rowsIn(path: string): number {
  if (!existsSync(path)) return -1;
  try {
    const database = openDatabase(path);
    try {
      if (database.prepare("PRAGMA integrity_check").get()?.[0] !== "ok") return -1;
      return Number(database.prepare("SELECT count(*) FROM a").get()?.[0]);
    } finally {
      database.close();
    }
  } catch {
    return -1;
  }
}
