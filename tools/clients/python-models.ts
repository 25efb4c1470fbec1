/**
 * Generates the pydantic models of the Python client. The generator is written in Python and installed on
 * demand. Digests in the first lines of the file show whether it is up to date, so that checking needs no
 * Python.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../installed.ts";
import type { PythonContracts } from "./python-schema.ts";
import { PYTHON_PACKAGES, openPython } from "./python-tools.ts";

const OPTIONS = [
  "--input-file-type",
  "jsonschema",
  "--output-model-type",
  "pydantic_v2.BaseModel",
  "--base-class",
  "satori_client._model.Model",
  "--target-python-version",
  "3.10",
  "--enum-field-as-literal",
  "all",
  "--use-standard-collections",
  "--use-union-operator",
  "--snake-case-field",
  "--use-schema-description",
  "--use-field-description",
  "--use-type-alias",
  "--disable-timestamp",
  "--skip-root-model",
  "--use-double-quotes",
  "--use-annotated",
  "--formatters",
  "builtin",
  "--use-single-line-docstring",
] as const;

/** Whether a text is the generator's unchanged output for these contracts. */
export function isFresh(text: string, contracts: PythonContracts): boolean {
  const [, source, body] = /^# Made by .*\n# Of contracts ([0-9a-f]+), text ([0-9a-f]+)\.\n/.exec(text) ?? [];
  return source === sourceDigest(contracts) && body === digest(bodyOf(text));
}

/** Null if the generator cannot be installed; stderr has the reason. */
export async function pythonModels(command: string, contracts: PythonContracts): Promise<string | null> {
  const python = await openPython();
  if (python === null) return null;
  const folder = mkdtempSync(join(tmpdir(), "satori-models-"));
  try {
    const [input, output] = [join(folder, "contracts.json"), join(folder, "models.py")];
    writeFileSync(input, JSON.stringify(contracts.schema));
    await run(python, ["-m", "datamodel_code_generator", "--input", input, "--output", output, ...OPTIONS]);
    const body = `# ruff: noqa\n${readFileSync(output, "utf8").replace(/^(?:#.*\n)+/, "")}`;
    return (
      `# Made by \`${command}\`; do not edit.\n# Of contracts ${sourceDigest(contracts)}, text ` +
      `${digest(body)}.\n${body}`
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bodyOf(text: string): string {
  return text.replace(/^.*\n.*\n/, "");
}

function sourceDigest({ schema }: PythonContracts): string {
  return digest(JSON.stringify([schema, OPTIONS, PYTHON_PACKAGES]));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
