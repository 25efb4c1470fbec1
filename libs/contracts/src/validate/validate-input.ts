/**
 * Validates values against the schemas, and against the few rules that a schema cannot express. Validators
 * are compiled ahead of time (see tools/contracts/), so that no schema compiler is loaded at run time.
 */
import type { ArgumentProblem } from "../envelope.ts";
import { INPUT_SCHEMAS } from "../generated/input-schemas.ts";
import { validators as inputValidators } from "../generated/input-validators.js";
import type { ToolName } from "../tool-names.ts";
import { argumentRules } from "./argument-rules.ts";
import type { ToolInput } from "../tools/index.ts";

/**
 * One error of a compiled validator, in ajv's form; declared here so that clients do not need ajv's types.
 */
export interface SchemaFault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export type Validation<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** Validates a tool's arguments. Problems are in schema order, at most one per argument. */
export function validateInput<Tool extends ToolName>(
  tool: Tool,
  value: unknown,
): Validation<ToolInput<Tool>> {
  const validator = inputValidators[tool];
  if (!validator(value))
    return { ok: false, problems: withNames(tool, describe(validator.errors ?? [], value)) };
  // The validator has just proven the type.
  const input = value as ToolInput<Tool>;
  const problems = argumentRules(tool, input);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: input };
}

/**
 * Adds the valid argument names to the first problem with an unknown argument, so that callers need not guess
 * again.
 */
function withNames(tool: ToolName, problems: readonly ArgumentProblem[]): readonly ArgumentProblem[] {
  const names = Object.keys(INPUT_SCHEMAS[tool]["properties"] as object);
  const isInside = ({ path }: ArgumentProblem): boolean => names.some((name) => path.startsWith(`${name}.`));
  const first = problems.findIndex((problem) => problem.message === NO_ARGUMENT && !isInside(problem));
  return problems.map((problem, at) =>
    at === first ? { ...problem, message: `${NO_ARGUMENT}, which takes ${names.join(", ")}` } : problem,
  );
}

const NO_ARGUMENT = "is not an argument of this tool";

/**
 * Maximum number of reported problems: nobody corrects more at once, and an answer must not be many times as
 * long as its call.
 */
const MAX_PROBLEMS = 20;
/** Limit for the path of a problem, since unknown arguments can have names of any length. */
const MAX_PATH_CHARS = 200;

/** Limit for a rejected text in a message: the caller has the text and only needs to recognize it. */
const MAX_GIVEN_CHARS = 60;

/**
 * One problem per argument or field of a value, in schema order. After `MAX_PROBLEMS`, a last entry says how
 * many more there are.
 */
export function describe(errors: readonly SchemaFault[], value: unknown): ArgumentProblem[] {
  const problems = new Map<string, string>();
  for (const error of errors) {
    const path = pathOf(error);
    if (!problems.has(path)) problems.set(path, messageOf(error, givenAt(value, error)));
  }
  const told = [...problems]
    .slice(0, MAX_PROBLEMS)
    .map(([path, message]) => ({ path: shortened(path), message }));
  return problems.size > MAX_PROBLEMS
    ? [...told, { path: "", message: `and ${problems.size - MAX_PROBLEMS} more` }]
    : told;
}

function pathOf(error: SchemaFault): string {
  const base = partsOf(error);
  if (error.keyword === "additionalProperties") base.push(String(error.params["additionalProperty"]));
  if (error.keyword === "required") base.push(String(error.params["missingProperty"]));
  return base.join(".");
}

function partsOf({ instancePath }: SchemaFault): string[] {
  return instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value that an error is about. */
function givenAt(value: unknown, error: SchemaFault): unknown {
  // The validator followed the same path, so every step of it exists.
  return partsOf(error).reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>>)[part], value);
}

function shortened(path: string): string {
  return path.length > MAX_PATH_CHARS ? `${path.slice(0, MAX_PATH_CHARS)}…` : path;
}

function messageOf({ keyword, params, message = "is invalid" }: SchemaFault, given: unknown): string {
  switch (keyword) {
    case "additionalProperties":
      return NO_ARGUMENT;
    case "required":
      return "is required";
    case "enum":
      return (
        "must be one of " +
        `${(params["allowedValues"] as unknown[]).map((value) => JSON.stringify(value)).join(", ")}, not ` +
        `${told(given)}${meantBy(given, params["allowedValues"] as unknown[])}`
      );
    case "minLength":
      return params["limit"] === 1 ? "must not be empty" : message;
    case "maxLength":
      return `${message}, and has ${[...String(given)].length}`;
    case "maxItems":
      return `${message}, and has ${(given as readonly unknown[]).length}`;
    case "minimum":
    case "maximum":
    case "type":
      return `${message}, not ${told(given)}`;
    default:
      return message;
  }
}

/**
 * Words that other tools use for the values of closed sets, by value. A value that is in several sets means
 * the same in each.
 */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  runtime: ["code", "source", "src"],
  docs: ["test", "tests", "documentation", "doc"],
  mixed: ["all", "any", "everything"],
  create: ["index", "build", "add"],
  sync: ["update", "refresh"],
  reindex: ["rebuild"],
  clear: ["delete", "remove"],
  callers: ["caller", "incoming", "inbound"],
  callees: ["callee", "outgoing", "outbound"],
};

/** Suggests the allowed value that another word stands for; empty if there is none. */
function meantBy(given: unknown, allowed: readonly unknown[]): string {
  const meant = allowed.find((value) => OTHER_WORDS[String(value)]?.includes(String(given).toLowerCase()));
  return meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
}

function told(given: unknown): string {
  if (Array.isArray(given)) return "a list";
  if (typeof given === "object" && given !== null) return "an object";
  if (typeof given !== "string") return String(given);
  return JSON.stringify(given.length > MAX_GIVEN_CHARS ? `${given.slice(0, MAX_GIVEN_CHARS)}…` : given);
}
