/** Finds out how the languages of the requested definitions call them by themselves. */
import type { LanguageCalls } from "@satori/contracts";
import {
  NONE,
  type Resolution,
  SCOPE_FLAGS,
  type ScopeRef,
  type SymbolFact,
  languageCallsOf,
} from "@satori/sidecar";
import type { SymbolMatch } from "../../files/symbol-lookup/find-symbol.ts";
import { compareText } from "../../model/paths.ts";
import type { CodeView } from "../../store/code-view.ts";

/** Definitions beyond these are not examined: more of them add no further kinds. */
const MAX_EXAMINED = 200;

interface Requested {
  readonly symbols: readonly SymbolMatch[];
  readonly refs: readonly ScopeRef[];
}

/** Sorted by language, then kind; each pair once, `none` if that is so for one of the definitions. */
export async function languageCallsIn(
  snapshot: CodeView,
  resolution: Resolution,
  { symbols, refs }: Requested,
): Promise<readonly LanguageCalls[]> {
  const found = new Map<string, LanguageCalls>();
  const note = (calls: LanguageCalls): void => {
    const key = `${calls.language} ${calls.kind}`;
    if (found.get(key)?.listed !== "none") found.set(key, calls);
  };
  const followed = followedBy(resolution, refs);
  const examined = symbols.slice(0, MAX_EXAMINED);
  const files = [...new Set(examined.map(({ file }) => snapshot.fileAt(file)))];
  const contents = await snapshot.contents(files);
  const symbolsOf = new Map(files.map((file, at) => [file, contents[at]?.symbols ?? []]));
  for (const { file, fact } of examined) {
    const at = snapshot.fileAt(file);
    const language = snapshot.files.languages[at] ?? "text";
    const own: readonly SymbolFact[] = symbolsOf.get(at) ?? [];
    const around = fact.parent === NONE ? null : (own[fact.parent] ?? null);
    const how = followed(
      at,
      own.findIndex(({ id }) => id === fact.id),
    );
    const kinds = languageCallsOf(language, fact, around);
    for (const kind of kinds) note({ language, kind, listed: how === "implicit" ? "some" : "none" });
    // Indexers are accessors, too, but no accesses of members.
    if (how === "accessor" && !kinds.includes("subscript"))
      note({ language, kind: "access", listed: "some" });
  }
  return [...found.values()].sort(
    (left, right) => compareText(left.language, right.language) || compareText(left.kind, right.kind),
  );
}

/** Which calls of a symbol are followed although the text does not name it. */
type Followed = "none" | "implicit" | "accessor";

/** How the calls of each requested symbol are followed, by file and position of the symbol. */
function followedBy(
  resolution: Resolution,
  refs: readonly ScopeRef[],
): (file: number, symbol: number) => Followed {
  const bySymbol = new Map<string, Followed>();
  for (const { file, scope } of refs) {
    const own = resolution.index(file)?.flow.scopes[scope];
    if (!own) continue;
    const { flags, name, symbol } = own;
    const isAccessor =
      (flags & (SCOPE_FLAGS.getter | SCOPE_FLAGS.setter)) !== 0 && (flags & SCOPE_FLAGS.field) === 0;
    const isImplicit = (flags & SCOPE_FLAGS.implicit) !== 0 || resolution.rules(file).callMethod === name;
    bySymbol.set(`${file} ${symbol}`, isAccessor ? "accessor" : isImplicit ? "implicit" : "none");
  }
  return (file, symbol) => bySymbol.get(`${file} ${symbol}`) ?? "none";
}
