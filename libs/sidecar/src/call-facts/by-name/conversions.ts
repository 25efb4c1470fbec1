/** Implicit conversions of Scala, for languages that are read by name. Pure. */
import type { SymbolFact } from "../../facts.ts";
import type { Holders } from "../../symbols/holders.ts";
import type { CallFactsBuilder } from "../builder.ts";
import { CONVERTED } from "../import-marks.ts";

const LAST_NAME = /([\p{L}_$][\p{L}\p{N}_$]*)(?:<[^]*)?$/u;

/**
 * Records the names of implicit classes (`implicit class Ops`) and the result types of implicit functions
 * (`implicit def ops(x: Text): Ops`).
 */
export function markConversions(
  flow: CallFactsBuilder,
  symbols: readonly SymbolFact[],
  { types }: Pick<Holders, "types">,
): void {
  for (const [at, { kind, name, signature }] of symbols.entries()) {
    if (signature === null || !/\bimplicit\b[^(=:]*\b(?:class|def)\b/.test(signature)) continue;
    const type =
      kind === "class"
        ? name
        : takesOne(signature, name)
          ? LAST_NAME.exec(types.get(at) ?? "")?.[1]
          : undefined;
    if (type !== undefined) flow.mark(CONVERTED + type);
  }
}

/** Whether a function has an explicit parameter. */
function takesOne(signature: string, name: string): boolean {
  return /^[^(]*\(\s*(?!implicit\b|using\b)[\p{L}_$]/u.test(
    signature.slice(signature.indexOf(`def ${name}`)),
  );
}
