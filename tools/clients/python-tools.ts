/** Python with what the Python client needs to be made, checked and run: installed once, where it can be. */
import { join } from "node:path";
import { installOnce, run } from "../installed.ts";

/** The generator of models, the type checker, and the client's own dependencies. */
export const PYTHON_PACKAGES: readonly string[] = ["datamodel-code-generator==0.89.0", "mypy==2.4.1", "mcp==2.3.0", "pydantic>=2.11,<3"];

/** The interpreter; null where it cannot be had, and why is on stderr. */
export async function openPython(): Promise<string | null> {
  const folder = await installOnce("python-client-0.89.0-2.4.1-2.3.0", async (target) => {
    await run("python3", ["-m", "venv", target]);
    await run(interpreterIn(target), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", ...PYTHON_PACKAGES]);
  });
  return folder === null ? null : interpreterIn(folder);
}

function interpreterIn(folder: string): string {
  return join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
}
