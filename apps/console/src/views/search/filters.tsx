/** The filters of a search. */
import { GROUP_BY, SEARCH_SCOPES, type SearchScope } from "@satori/contracts";
import { replaceWith } from "../../routing/navigation.ts";
import type { SearchRoute } from "../../routing/route.ts";
import { Choice } from "../../parts/choice.tsx";

const SCOPE_MEANINGS: Readonly<Record<SearchScope, string>> = {
  runtime: "source, without tests, fixtures, docs and generated files",
  mixed: "everything",
  docs: "docs and tests only",
};
const LIMITS_OFFERED = [10, 20, 50] as const;

export function Filters({ at }: { readonly at: SearchRoute }) {
  return (
    <div class="filters">
      <Choice
        name="Search in"
        values={SEARCH_SCOPES}
        value={at.scope}
        titleOf={(scope) => SCOPE_MEANINGS[scope]}
        onChoose={(scope) => replaceWith({ ...at, scope })}
      />
      <Choice
        name="One result per"
        values={GROUP_BY}
        value={at.groupBy}
        onChoose={(groupBy) => replaceWith({ ...at, groupBy })}
      />
      <Choice
        name="Results"
        values={LIMITS_OFFERED}
        value={at.limit}
        onChoose={(limit) => replaceWith({ ...at, limit })}
      />
    </div>
  );
}
