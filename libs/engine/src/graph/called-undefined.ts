/**
 * Finds calls of a name that nothing in the index defines: its definition was renamed or removed, or is
 * outside the codebase.
 */
import type { Resolution } from "@satori/sidecar";
import { distinctivePart } from "../files/symbol-lookup/written-name.ts";
import { compareText, isWithin } from "../model/paths.ts";
import type { Snapshot } from "../store/store.ts";
import { testOrExampleIn } from "./test-or-example.ts";

/** Limits: call sites that the message lists, and files that are searched for them. */
const MAX_PLACES = 5;
const MAX_FILES = 20;

/**
 * Returns a sentence with a leading blank. Empty if there is nothing to say, or if some definition has the
 * name as its last part: those calls may belong to that definition instead.
 *
 * @param folder relative to the root; empty for everything
 */
export function calledUndefined(
  snapshot: Snapshot,
  resolution: Resolution,
  { asked, folder }: { readonly asked: string; readonly folder: string },
): string {
  const {
    calls,
    files: { paths },
  } = snapshot;
  const name = distinctivePart(asked).split(".").at(-1) ?? "";
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u.test(name) || calls.filesDefining(name).length > 0) return "";
  const isAside = testOrExampleIn(snapshot);
  const pathOf = (file: number): string => paths[file] as string;
  const using = calls
    .filesUsing("call", name)
    .filter((file) => (resolution.check(), isWithin(pathOf(file), folder)));
  const inOrder = [...using]
    .sort(
      (left, right) =>
        Number(isAside(left)) - Number(isAside(right)) || compareText(pathOf(left), pathOf(right)),
    )
    .slice(0, MAX_FILES);
  const places = new Set(
    inOrder.flatMap((file) =>
      (resolution.index(file)?.sitesCalling(name) ?? []).map(({ line }) => `${pathOf(file)}:${line}`),
    ),
  );
  if (places.size === 0) return "";
  const isCut = places.size > MAX_PLACES || using.length > inOrder.length;
  return (
    ` ${name} is called at ` +
    `${[...places].slice(0, MAX_PLACES).join(", ")}${isCut ? " and in more places" : ""}, but the ` +
    "index has no definition of that name."
  );
}
