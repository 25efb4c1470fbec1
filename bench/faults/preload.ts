/** Compiles `inject.c`, the library that injects faults. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BenchmarkError, missing } from "../support/failure.ts";

const SOURCE = fileURLToPath(new URL("inject.c", import.meta.url));

/** Compiles the library into a folder and returns its path. Needs Linux with glibc, and `cc`. */
export function buildPreload(folder: string): string {
  if (process.platform !== "linux")
    throw new BenchmarkError("Faults are injected by LD_PRELOAD, which needs Linux.");
  const library = join(folder, "inject.so");
  try {
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl", "-lpthread"], {
      stdio: "pipe",
    });
  } catch (error) {
    throw missing("a C compiler, cc", `Install one, such as gcc. It said: ${String(error)}`);
  }
  return library;
}
