/** Calls as trees: from a definition up to its callers, and down to its callees. */
import {
  type CallEdge,
  type CallGraphOk,
  type CallTree,
  type Growth,
  callTrees,
  type RegistrationVia,
  printable,
  rootOf,
} from "@satori/contracts";
import { Link } from "../../parts/link.tsx";
import { fileOf, type GraphRoute, type VersionedPath } from "../../routing/route.ts";
import { words } from "../../wording.ts";

const TITLES: Readonly<Record<Growth, string>> = { callers: "Callers", callees: "Callees" };
const EMPTY: Readonly<Record<Growth, string>> = {
  callers: "No known callers.",
  callees: "No known callees.",
};
const DRAWN = { around: "see the enclosing one", above: "see above", below: "see below" } as const;

interface TreesProps {
  readonly answer: CallGraphOk;
  readonly at: GraphRoute;
}

export function Trees({ answer, at }: TreesProps) {
  const growths: readonly Growth[] = at.direction === "both" ? ["callers", "callees"] : [at.direction];
  return (
    <div class="columns">
      {growths.map((growth) => (
        <Growing key={growth} growth={growth} answer={answer} at={at} />
      ))}
    </div>
  );
}

function Growing({ growth, answer, at }: TreesProps & { readonly growth: Growth }) {
  const trees = callTrees(answer, growth);
  const version: VersionedPath = { path: rootOf(answer), ref: at.ref };
  return (
    <section>
      <h2>{TITLES[growth]}</h2>
      <ul class="tree">
        {trees.map((tree) => (
          <li key={tree.node.symbolId}>
            {trees.length > 1 ? <Node tree={tree} at={at} version={version} /> : null}
            {tree.branches.length === 0 ? (
              <p class="quiet">{EMPTY[growth]}</p>
            ) : (
              <Branches trees={tree.branches} at={at} version={version} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Branches({
  trees,
  at,
  version,
}: {
  readonly trees: readonly CallTree[];
  readonly at: GraphRoute;
  readonly version: VersionedPath;
}) {
  return (
    <ul class="tree">
      {trees.map((tree, nth) => (
        <li key={`${tree.node.symbolId} ${nth}`}>
          <Node tree={tree} at={at} version={version} />
          {tree.branches.length === 0 ? null : <Branches trees={tree.branches} at={at} version={version} />}
        </li>
      ))}
    </ul>
  );
}

function Node({
  tree: {
    node: { symbolId, symbolLabel, kind, file, span },
    calls,
    drawn,
  },
  at,
  version,
}: {
  readonly tree: CallTree;
  readonly at: GraphRoute;
  readonly version: VersionedPath;
}) {
  return (
    <>
      <Link to={{ ...at, symbol: symbolId }} title="Follow its calls instead">
        <span class="symbol">{printable(symbolLabel)}</span>
      </Link>{" "}
      <span class="quiet">{kind}</span>{" "}
      <Link to={fileOf(version, file, span)} class="file">
        {printable(file)}:{span.startLine}
      </Link>
      {drawn === null ? null : <span class="quiet"> ({DRAWN[drawn]})</span>}
      <ul class="sites">
        {calls.map((edge) => (
          <Site
            key={`${edge.site.file} ${edge.site.line} ${edge.confidence}`}
            edge={edge}
            version={version}
          />
        ))}
      </ul>
    </>
  );
}

/** Rules for functions that are given to code outside the codebase, which calls them. */
const REGISTRATIONS: ReadonlySet<string> = new Set<RegistrationVia>(["dependency", "event", "route", "task"]);

function Site({ edge, version }: { readonly edge: CallEdge; readonly version: VersionedPath }) {
  const { site } = edge;
  return (
    <li>
      <Link
        to={fileOf(version, site.file, { startLine: site.line, endLine: null })}
        class="number"
        title={`${site.file}:${site.line}`}
      >
        {site.line}
      </Link>
      <code>{printable(site.text)}</code>
      <Sureness edge={edge} />
    </li>
  );
}

const SURENESS_MEANINGS: Readonly<Record<Exclude<CallEdge["confidence"], "resolved">, string>> = {
  possible: "may lead here, such as through a subtype",
  name_match: "only the name is the same",
};

/** Only where a call is not simply resolved: what it is instead, and how it was found. */
function Sureness({ edge: { confidence, via, kind } }: { readonly edge: CallEdge }) {
  const registered = via !== undefined && REGISTRATIONS.has(via) ? `registered: ${words(via)}` : "";
  if (confidence === "resolved")
    return registered === "" ? null : <span class="sureness quiet">{registered}</span>;
  const rule = via === undefined ? "" : `, found by the rule ${words(via)}`;
  return (
    <span class={`sureness ${confidence}`} title={`This ${kind} ${SURENESS_MEANINGS[confidence]}${rule}`}>
      {words(confidence)}
      {registered === "" ? "" : `, ${registered}`}
    </span>
  );
}
