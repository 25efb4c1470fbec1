/**
 * Vue components defined by one options object: their methods are names in the template, and members of
 * `this`.
 */
import type { FileIndex } from "../../../call-graph/file-index.ts";
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { NOTHING, type Value, type Values, union } from "../../../call-graph/values.ts";
import { argumentsOf } from "../../../call-graph/expressions/variables.ts";

/** Keys of a component's options that contain members of `this`. */
const PARTS = ["methods", "computed"];

/** Values with the members of the component that a file exports; nothing for other files. */
export function componentParts(resolution: Resolution, file: FileId): Values {
  if (resolution.project.language(file) !== "vue") return NOTHING;
  return resolution.once(["component", file], () => {
    const index = resolution.index(file);
    const components = index ? componentsIn(resolution, file, index) : NOTHING;
    const given = resolution
      .membersNamed(components, "setup")
      .flatMap((setup) => (setup.kind === "function" ? resolution.functionResults(setup) : NOTHING));
    return union(...PARTS.map((part) => resolution.membersNamed(components, part)), given).filter(isLiteral);
  });
}

/** The options in `export default { … }` and `export default defineComponent({ … })`. */
function componentsIn(resolution: Resolution, file: FileId, index: FileIndex): Values {
  const values = index.flow.exports
    .filter(({ name }) => name === "default")
    .map(({ value }) => (index.op(value) === "variable" ? index.operand(value, 2) : value));
  const exported = values.flatMap((value) => [value, ...argumentsOf(index, value)]);
  return exported.flatMap((expr) =>
    index.op(expr) === "record" ? resolution.evaluate({ file, scope: 0, expr }) : NOTHING,
  );
}

function isLiteral({ kind }: Value): boolean {
  return kind === "literal";
}
