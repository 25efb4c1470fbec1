/** The rule that resolved a callee. */
import type { Via } from "@satori/contracts";
import { resolveName } from "../expressions/names.ts";
import type { Resolution } from "../resolution.ts";
import type { Site } from "../values.ts";

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
