/** Python with what the Python client needs to be made, checked and run: installed once, where it can be. */
import { installPython } from "../installed.ts";

/** The generator of models, the type checker, and the client's own dependencies. */
export const PYTHON_PACKAGES: readonly string[] = [
  "datamodel-code-generator==0.89.0",
  "mypy==2.4.1",
  "mcp==2.3.0",
  "pydantic>=2.11,<3",
];

/** The interpreter; null where it cannot be had, and why is on stderr. */
export async function openPython(): Promise<string | null> {
  return (await installPython("client", PYTHON_PACKAGES))?.("python") ?? null;
}
