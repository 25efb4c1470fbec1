/** Rules between arguments that a sentence explains better than JSON Schema. */
import {
  MANAGE_FLAG_ACTIONS,
  type ManageAction,
  type ReadFileInput,
  type CallGraphInput,
  type FileOutlineInput,
  type ManageIndexInput,
} from "../tools/core-inputs.ts";
import type { ArgumentProblem } from "../envelope.ts";
import type { ToolName } from "../tool-names.ts";
import type { ChangeImpactInput } from "../tools/change-impact.ts";
import type { ToolTypes } from "../tools/index.ts";
import type { SymbolHistoryInput } from "../tools/symbol-history.ts";

type Rules = { readonly [Tool in ToolName]?: (input: ToolTypes[Tool]["input"]) => ArgumentProblem[] };

const RULES: Rules = {
  manage_index: manageRules,
  file_outline: outlineRules,
  call_graph: symbolRules,
  change_impact: impactRules,
  type_hierarchy: symbolRules,
  symbol_history: historyRules,
  read_file: readRules,
  workspace_read: lineRules,
};

/** Problems between the arguments of an input that fits its schema, in the schema's order. */
export function argumentRules<Tool extends ToolName>(
  tool: Tool,
  input: ToolTypes[Tool]["input"],
): ArgumentProblem[] {
  return RULES[tool]?.(input) ?? [];
}

function manageRules(input: ManageIndexInput): ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  for (const [flag, actions] of Object.entries<readonly ManageAction[]>(MANAGE_FLAG_ACTIONS)) {
    if (flag in input && !actions.includes(input.action)) {
      problems.push({ path: flag, message: `is for ${actions.join(" and ")}, not for ${input.action}` });
    }
  }
  return problems;
}

function outlineRules(input: FileOutlineInput): ArgumentProblem[] {
  const exactKeys = ["symbolIdExact", "symbolLabelExact"] as const;
  const given = exactKeys.filter((key) => input[key] !== undefined);
  const lines = lineRules(input);
  if (input.resolveMode === "exact") {
    return given.length === 0
      ? [...lines, { path: "resolveMode", message: "exact requires symbolIdExact or symbolLabelExact" }]
      : lines;
  }
  return [...lines, ...given.map((path) => ({ path, message: 'requires resolveMode "exact"' }))];
}

function symbolRules(input: Pick<CallGraphInput, "symbolRef" | "symbol">): ArgumentProblem[] {
  const given = [input.symbolRef, input.symbol].filter((value) => value !== undefined).length;
  return given === 1
    ? []
    : [
        {
          path: "symbolRef",
          message:
            given === 0
              ? "is required unless `symbol` is given"
              : "cannot be combined with `symbol`: pass one",
        },
      ];
}

function impactRules({ base, head, diff, symbols }: ChangeImpactInput): ArgumentProblem[] {
  const given = Object.entries({ base, diff, symbols }).filter(([, value]) => value !== undefined);
  const [first, second] = given.map(([name]) => name);
  if (second !== undefined)
    return [{ path: second, message: `cannot be combined with \`${first}\`: pass one` }];
  return head !== undefined && base === undefined
    ? [{ path: "head", message: "requires `base`: the version before the change" }]
    : [];
}

function historyRules({ symbolRef, symbol, trace, question }: SymbolHistoryInput): ArgumentProblem[] {
  const given = [symbolRef, symbol, trace].filter((value) => value !== undefined).length;
  if (given !== 1)
    return [
      {
        path: "symbolRef",
        message:
          given === 0
            ? "is required unless `symbol` or `trace` is given"
            : "cannot be combined with `symbol` or `trace`: pass one of the three",
      },
    ];
  return trace !== undefined && question !== undefined
    ? [{ path: "question", message: "is for a symbol, not for a `trace`" }]
    : [];
}

function readRules(input: ReadFileInput): ArgumentProblem[] {
  const problems = lineRules(input);
  if (input.path === undefined && input.file === undefined && input.open_symbol === undefined)
    problems.push({ path: "path", message: "is required unless `file` or `open_symbol` is given" });
  if (input.open_symbol !== undefined) {
    for (const path of ["start_line", "end_line"] as const) {
      if (input[path] !== undefined)
        problems.push({
          path,
          message: "cannot be combined with open_symbol, which shows the symbol's own lines",
        });
    }
  }
  return problems;
}

function lineRules(input: { readonly start_line?: number; readonly end_line?: number }): ArgumentProblem[] {
  const { start_line: start, end_line: end } = input;
  return start !== undefined && end !== undefined && end < start
    ? [{ path: "end_line", message: `must be at least start_line (${start}), not ${end}` }]
    : [];
}
