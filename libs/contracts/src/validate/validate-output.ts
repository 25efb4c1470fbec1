/**
 * Validates answers against the precise output schemas. Separate from input validation: these validators are
 * half a megabyte, and few processes need them.
 */
import { validators } from "../generated/output-validators.js";
import type { ToolName } from "../tool-names.ts";
import { type Validation, describe } from "./validate-input.ts";

/** Validates an answer; a field that the tool's output schema does not declare is a problem. */
export function validateOutput(tool: ToolName, value: unknown): Validation<unknown> {
  const validator = validators[tool];
  return validator(value)
    ? { ok: true, value }
    : { ok: false, problems: describe(validator.errors ?? [], value) };
}
