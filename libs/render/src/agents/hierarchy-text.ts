/** The text answer of `type_hierarchy`. Pure. */
import type { TypeHierarchyOk } from "@satori/contracts";
import { renderHierarchy } from "../hierarchy.ts";
import { AGENT_VIEW } from "./agent-view.ts";
import { commonFields, joinBlocks, nextLines, type TextParts } from "./text-parts.ts";

export function hierarchyText(answer: TypeHierarchyOk): TextParts {
  const { totalSupertypes, totalSubtypes, hints } = answer;
  return {
    head: { supertypes: totalSupertypes, subtypes: totalSubtypes, ...commonFields(answer) },
    body: joinBlocks([[renderHierarchy(answer, AGENT_VIEW)], nextLines([hints?.readFile])]),
    additions: [],
  };
}
