/** By which names a file can be found when somebody looks for callers, subtypes or what objects hold. Pure. */
import { ExpressionReader } from "../flow/expression-reader.ts";
import { type ExprId, FLOW_OPS, type FlowFacts } from "../flow/facts.ts";
import { accessSites, runsOnAccess } from "../flow/member-accesses.ts";
import { LiteralUses } from "./literal-uses.ts";
import type { NameUse } from "./project.ts";

export interface NameUsed {
  readonly use: NameUse;
  readonly name: string;
}

/** Each once; by use (calls, mentions, bases, entries, exports, reads, writes, properties), then name. */
export function namesUsed(flow: FlowFacts): readonly NameUsed[] {
  const entries = (use: NameUse, names: Iterable<string>): NameUsed[] => [...new Set(names)].filter((name) => name !== "").sort().map((name) => ({ use, name }));
  return [
    ...entries("call", flow.sites.map(({ name }) => name)),
    ...entries("mention", flow.mentions),
    ...entries("base", flow.scopes.flatMap((scope) => scope.bases.map((base) => lastName(flow, base)))),
    ...entries("entry", new LiteralUses(new ExpressionReader(flow)).entriesByName().keys()),
    ...entries("export", exportNames(flow)),
    ...entries("read", accessSites(flow, "read").map(({ name }) => name)),
    ...entries("write", accessSites(flow, "write").map(({ name }) => name)),
    ...entries("property", flow.scopes.filter(({ flags }) => runsOnAccess(flags)).map(({ name }) => name)),
  ];
}

/** Names of exports that are called otherwise where they stand. */
function exportNames(flow: FlowFacts): ReadonlySet<string> {
  return new Set(flow.exports.filter(({ name, value }) => lastName(flow, value) !== name).map(({ name }) => name));
}

/** The name that an expression ends with: `Server` of `http.Server<Options>`; empty where it has none. */
function lastName({ code, strings }: FlowFacts, expr: ExprId): string {
  switch (FLOW_OPS[code[expr] as number]) {
    case "name": return strings[code[expr + 1] as number] ?? "";
    case "member": return strings[code[expr + 2] as number] ?? "";
    case "import": {
      const [module, name] = [strings[code[expr + 1] as number] ?? "", strings[code[expr + 2] as number] ?? ""];
      return name === "*" ? (/[^\\./:]*$/.exec(module)?.[0] ?? "") : name;
    }
    case "generic": case "instance": case "call": case "standing": return lastName({ code, strings } as FlowFacts, code[expr + 1] as ExprId);
    default: return "";
  }
}
