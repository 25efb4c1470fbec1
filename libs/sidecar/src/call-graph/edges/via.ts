/** The rule that resolved a callee. */
import { resolveName } from "../expressions/names.ts";
import type { Resolution } from "../resolution.ts";
import type { Site } from "../values.ts";

/** The rule that resolved a callee. */
export type Via =
  /** A name of the file, of a module that it imports, or of its package. */
  | "scope"
  | "import"
  | "package"
  /**
   * A method of the current object, of a base class, of an object of known type, of a named class, or of a
   * named module.
   */
  | "this"
  | "super"
  | "type"
  | "class"
  | "module"
  /** A new object. */
  | "constructor"
  /**
   * A function that reached the call as a value: through a variable, an argument, a container or a result.
   */
  | "flow"
  /** A method of a subtype that overrides or implements a declared one. */
  | "implementation"
  /** The only function of that name. */
  | "unique_name";

/** The rule that finds the values of a callee. */
export function viaOf(resolution: Resolution, callee: Site): Via {
  const index = resolution.index(callee.file);
  const { expr } = callee;
  switch (index?.op(expr)) {
    case "name": {
      const { origin, values } = resolveName(resolution, callee, index.string(expr, 1));
      if (origin === "member") return "this";
      if (origin === "package") return "package";
      if (origin === "wildcard") return "import";
      if (origin === "parameter") return "flow";
      return values.every(
        (value) =>
          value.kind === "function" &&
          index.flow.scopes[value.scope]?.name !== index.string(expr, 1) &&
          value.file === callee.file,
      )
        ? "flow"
        : "scope";
    }
    case "member": {
      const object = { ...callee, expr: index.operand(expr, 1) };
      const op = index.op(object.expr);
      if (op === "this" || op === "super") return op;
      if (op === "above") return "super";
      const [first] = resolution.evaluate(object);
      // An external type: the method is an extension.
      if (first?.kind === "instance" || first?.kind === "external") return "type";
      if (first?.kind === "class" || first?.kind === "prototype") return "class";
      return first?.kind === "module" || first?.kind === "package" || first?.kind === "namespace"
        ? "module"
        : "flow";
    }
    case "super":
      return "super";
    case "scope":
      return "scope";
    default:
      return "flow";
  }
}
