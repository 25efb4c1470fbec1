/**
 * Checks answers against the precise output schemas. A module of its own: these validators are half a
 * megabyte, and few processes need them.
 */
import { validators } from "../generated/output-validators.js";
import type { ToolName } from "../tool-names.ts";
import { type Validation, describe } from "./validate-input.ts";

/** Checks an answer: every field must be declared by the tool's output schema. */
export function validateOutput(tool: ToolName, value: unknown): Validation<unknown> {
  const validator = validators[tool];
  return validator(value)
    ? { ok: true, value }
    : { ok: false, problems: describe(validator.errors ?? [], value) };
}
