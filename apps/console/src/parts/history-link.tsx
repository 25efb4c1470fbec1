/** The link to the history of a symbol, on servers that offer histories. */
import { offeredTools } from "../connection/connection.ts";
import type { VersionedPath } from "../routing/route.ts";
import { Link } from "./link.tsx";

interface HistoryLinkProps {
  readonly version: VersionedPath;
  /** Id of the symbol. */
  readonly symbol: string;
  readonly class?: string;
}

export function HistoryLink({ version: { path, ref }, symbol, class: className = "" }: HistoryLinkProps) {
  if (!offeredTools.value.has("symbol_history")) return null;
  return (
    <Link
      to={{ view: "history", path, ref, symbol, question: "" }}
      class={className}
      title="The commits that changed it"
    >
      history
    </Link>
  );
}
