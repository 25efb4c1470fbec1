/**
 * What may have been meant by a path that leads to no file: for whoever asked to choose from, never taken for
 * it. Pure.
 */
import { nameOf, sharedParts } from "../../model/paths.ts";
import { closestNames } from "../../lexical/edit-distance.ts";
import { locatedName } from "./written-name.ts";

/** Of a name that more files have, none is meant more than the others. */
const MAX_NEAR = 5;

/**
 * Files, at most five: the one that the path means from the folder that was asked about; else those that
 * share most of its last parts; else those whose name is a slip or two away, in the folder that it names if
 * there are such. Ascending; none where there would be more.
 *
 * @param paths of the index
 * @param written relative to the root, as it was given: a line may be behind it, and other separators in it
 * @param folder that was asked about, relative to the root; empty for the root
 * @param check called for each of the names; it may throw
 */
export function nearFiles(
  paths: readonly string[],
  written: string,
  folder: string,
  check?: () => void,
): readonly string[] {
  const located = locatedName(written);
  const asked = (located?.file ?? written.replaceAll("\\", "/"))
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
  if (asked === "") return [];
  const known = new Set(paths);
  const direct = [asked, `${folder}/${asked}`].find((path) => known.has(path));
  const near = direct === undefined ? alike(paths, asked, check) : [direct];
  return near.length > MAX_NEAR ? [] : [...near].sort();
}

function alike(paths: readonly string[], asked: string, check?: () => void): readonly string[] {
  const name = nameOf(asked);
  const namesakes = paths.filter((path) => (check?.(), nameOf(path) === name));
  const parts = asked.split("/");
  const shared = namesakes.map((path) => (check?.(), sharedParts(parts, path.split("/"))));
  const most = shared.reduce((left, right) => Math.max(left, right), 0);
  if (most > 0) return namesakes.filter((_, at) => shared[at] === most);
  const close = new Set(closestNames(name, new Set(paths.map(nameOf)), check));
  const similar = paths.filter((path) => (check?.(), close.has(nameOf(path))));
  const beside = similar.filter(
    (path) => path.slice(0, -nameOf(path).length) === asked.slice(0, -name.length),
  );
  return beside.length > 0 ? beside : similar;
}
