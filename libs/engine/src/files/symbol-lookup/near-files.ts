/**
 * Suggests files for a path that does not exist. Suggestions are only shown, never used in place of the path.
 * Pure.
 */
import { nameOf, sharedParts } from "../../model/paths.ts";
import { closestNames } from "../../lexical/edit-distance.ts";
import { locatedName } from "./written-name.ts";

/** If more files match, none of them is a likely candidate. */
const MAX_NEAR = 5;

/**
 * At most five suggestions, ascending: the file that the path names from the requested folder; else files
 * that share most of its last parts; else files whose name is one or two typos away, preferably in the folder
 * that the path names. Empty if more than five match.
 *
 * @param paths of the index
 * @param written relative to the root, as the caller wrote it; may have other separators and a line at the
 *   end
 * @param folder the requested folder, relative to the root; empty for the root
 * @param check called for each path; may throw
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
