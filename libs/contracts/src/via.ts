/** The rules by which edges of a call graph are found. Closed set. */

/** The rules by which edges of a call graph are found. */
export const VIAS = [
  "class",
  "constructor",
  "dependency",
  "event",
  "flow",
  "implementation",
  "import",
  "module",
  "package",
  "route",
  "scope",
  "super",
  "task",
  "this",
  "type",
  "unique_name",
] as const;
/**
 * The rule that found an edge. Names: `scope`: a name of the file; `import`: of an imported module;
 * `package`: of the file's package. Members: `this`: of the current object; `super`: of a base class; `type`:
 * of an object of known type; `class`: of a named class; `module`: of a named module. `constructor`: a new
 * object. `flow`: a function that reached the call as a value. `implementation`: a method that overrides or
 * implements the called one. `unique_name`: the only definition of that name. No call names the function, but
 * code outside the codebase is given it, to call it: `dependency`: to produce a value (`Depends(session)`);
 * `route`: for requests to a path (`path("", index)`); `event`: when something happens (`signal.connect(f)`);
 * `task`: later or in parallel (`Thread(target=run)`).
 */
export type Via = (typeof VIAS)[number];

/** The rules for functions that are given to code outside the codebase. */
export type RegistrationVia = Extract<Via, "dependency" | "event" | "route" | "task">;

const REGISTRATIONS: ReadonlySet<Via> = new Set<RegistrationVia>(["dependency", "event", "route", "task"]);

/** Whether the rule is about functions that are given to code outside the codebase. */
export function isRegistration(via: Via): via is RegistrationVia {
  return REGISTRATIONS.has(via);
}
