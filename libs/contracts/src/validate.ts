/**
 * Checks values against the schemas, and the few rules that a schema cannot say. Validators are compiled ahead of time
 * (see tools/contracts/), so that no schema compiler is loaded at run time.
 */
import type { ArgumentProblem } from "./envelope.ts";
import { validators as inputValidators } from "./generated/input-validators.js";
import type { ToolName } from "./tool-names.ts";
import { argumentRules } from "./argument-rules.ts";
import type { ToolInput } from "./tools/index.ts";

/** What compiled validators tell of one fault: as ajv does, whose types clients need not have. */
export interface SchemaFault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export type Validation<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** Checks a tool's arguments. Problems come in the order of the schema, at most one for each argument. */
export function validateInput<Tool extends ToolName>(tool: Tool, value: unknown): Validation<ToolInput<Tool>> {
  const validator = inputValidators[tool];
  if (!validator(value)) return { ok: false, problems: describe(validator.errors ?? []) };
  // The validator has just proven the type.
  const input = value as ToolInput<Tool>;
  const problems = argumentRules(tool, input);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: input };
}

/** Problems that are told: nobody corrects more at a time, and an answer may not be many times as long as its call. */
const MAX_PROBLEMS = 20;
/** A name that nobody has given to an argument may be of any length. */
const MAX_PATH_CHARS = 200;

/** One problem for each argument or field, in the order of the schema; of many the first ones, and how many there are besides. */
export function describe(errors: readonly SchemaFault[]): ArgumentProblem[] {
  const problems = new Map<string, string>();
  for (const error of errors) {
    const path = pathOf(error);
    if (!problems.has(path)) problems.set(path, messageOf(error));
  }
  const told = [...problems].slice(0, MAX_PROBLEMS).map(([path, message]) => ({ path: shortened(path), message }));
  return problems.size > MAX_PROBLEMS ? [...told, { path: "", message: `and ${problems.size - MAX_PROBLEMS} more` }] : told;
}

function pathOf(error: SchemaFault): string {
  const base = error.instancePath.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (error.keyword === "additionalProperties") base.push(String(error.params["additionalProperty"]));
  if (error.keyword === "required") base.push(String(error.params["missingProperty"]));
  return base.join(".");
}

function shortened(path: string): string {
  return path.length > MAX_PATH_CHARS ? `${path.slice(0, MAX_PATH_CHARS)}…` : path;
}

function messageOf(error: SchemaFault): string {
  switch (error.keyword) {
    case "additionalProperties":
      return "is not an argument of this tool";
    case "required":
      return "is required";
    case "enum":
      return `must be one of ${(error.params["allowedValues"] as unknown[]).map((value) => JSON.stringify(value)).join(", ")}`;
    case "minLength":
      return error.params["limit"] === 1 ? "must not be empty" : (error.message ?? "is too short");
    default:
      return error.message ?? "is invalid";
  }
}
