import type { FilteredOutHint } from "@satori/contracts";
import type { UsedSearchArguments } from "../used-arguments.ts";
import { expect, it } from "vitest";
import { fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import type { FileFilter } from "../retrieve/filter.ts";
import { filteredOutHint } from "./filtered-out.ts";

/** The hint about a Python file that exclude patterns exclude. */
function hint(query: string, sessionScope: UsedSearchArguments["sessionScope"]): FilteredOutHint | null {
  const { files } = fakeSnapshot([{ path: "src/cache.py", texts: ["x\n"] }]);
  const fileFilter = { leftOutBy: () => ["exclude"] } as Partial<FileFilter> as FileFilter;
  const echo = {
    path: "/code",
    effectiveRoot: "/code",
    query,
    scope: "mixed",
    ...(sessionScope ? { sessionScope } : {}),
  } as UsedSearchArguments;
  return filteredOutHint({ unresolvedPath: null, better: 0, files, fileFilter, echo });
}

it.each<[string, UsedSearchArguments["sessionScope"], string | undefined]>([
  ["-path:*.py what expires", undefined, "what expires"],
  ["-path:*.py what expires", { exclude_globs: ["docs/"] }, "what expires"],
  // Even without its own pattern, the call would exclude the file.
  ["-path:*.py what expires", { exclude_globs: ["*.py"] }, undefined],
])("a file that %j in the session %j leaves out is found by %j", (query, session, expected) => {
  expect(hint(query, session)?.searchCodebase?.args).toEqual(
    expected === undefined ? undefined : { path: "/code", query: expected, scope: "mixed" },
  );
});
