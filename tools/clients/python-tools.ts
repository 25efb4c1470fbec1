/** A Python environment to generate, check and run the Python client; installed once, if possible. */
import { installPython } from "../installed.ts";

/** The generator of models, the type checker, and the client's own dependencies. */
export const PYTHON_PACKAGES: readonly string[] = [
  "datamodel-code-generator==0.89.0",
  "mypy==2.4.1",
  "mcp==2.3.0",
  "pydantic>=2.11,<3",
];

/** The interpreter; null if the environment cannot be installed; stderr has the reason. */
export async function openPython(): Promise<string | null> {
  return (await installPython("client", PYTHON_PACKAGES))?.("python") ?? null;
}
