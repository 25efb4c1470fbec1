/** The link to what breaks if a symbol changes, on servers that tell it. */
import { offeredTools } from "../connection/connection.ts";
import { IMPACT_DEFAULTS, type VersionedPath } from "../routing/route.ts";
import { Link } from "./link.tsx";

interface ImpactLinkProps {
  readonly version: VersionedPath;
  /** Id of the symbol. */
  readonly symbol: string;
}

/** Nothing at a commit: a change is planned for the files on disk. */
export function ImpactLink({ version: { path, ref }, symbol }: ImpactLinkProps) {
  if (ref !== "" || !offeredTools.value.has("change_impact")) return null;
  return (
    <Link
      to={{ view: "impact", path, ...IMPACT_DEFAULTS, source: "symbols", symbol }}
      title="What breaks if it changes"
    >
      impact
    </Link>
  );
}
