/**
 * Finds the third-party software in our packages: in bundles, by the bundler's list of inputs, and as
 * grammars.
 */
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Metafile } from "esbuild";
import { SOURCES } from "../grammars.ts";
import { type Part, folderOf, readPackage } from "./installed-package.ts";
import {
  GENERATED_WITH,
  GRAMMAR_REPOSITORIES,
  MIT_UPSTREAMS,
  UNMARKED_BUNDLES,
  mitLicence,
} from "./upstreams.ts";

/** The package of a file is the last one on its path. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
/** Comments that bundlers write before each file: a package may itself be a bundle. */
const MARKER = /^[ \t]*\/\/(?:#region)? (?:\S*\/)?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm;
const VERSION = /\/\.pnpm\/(?:@[^+/]+\+)?[^@/]+@(\d[^_(/]*)/;
const COPYRIGHT = /(?:copyright[ \t]+(?:\(c\)|©|\d{4})|(?:\(c\)|©)[ \t]*\d{4}).*/gi;

/**
 * Parts of some bundles, by name, then version. @param root the repository's folder, in which the bundles
 * were built
 */
export function bundledParts(metafiles: readonly Metafile[], root: string): Part[] {
  return distinct(bundledFiles(metafiles).flatMap((file) => partsOf(file, root)));
}

/** The same for grammars, which are compiled copies from packages. */
export function grammarParts(root: string): Part[] {
  const parts = Object.values(SOURCES).flatMap((specifier) => {
    const carrier = readPackage(
      folderOf(
        specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
        root,
      ),
    );
    const file = basename(specifier, ".wasm");
    const name = GRAMMAR_REPOSITORIES[file] ?? file;
    return basename(carrier.name) === name ? [carrier] : [carrier, upstreamPart(name, carrier)];
  });
  // Generated parsers contain code of the runtime, under its licence.
  return distinct([...parts, readPackage(folderOf("web-tree-sitter", join(root, "libs/sidecar")))]);
}

function upstreamPart(name: string, carrier: Part): Part {
  const upstream = MIT_UPSTREAMS[name];
  if (!upstream)
    throw new Error(
      `${carrier.name} has the grammar ${name} of another repository: its licence belongs into ` +
        "tools/build/notices/upstreams.ts",
    );
  return {
    name,
    version: `as built in ${carrier.name} ${carrier.version}`,
    licence: "MIT",
    text: mitLicence(upstream),
    remarks: [upstream.repository],
  };
}

/** Files that contribute to the output. */
function bundledFiles(metafiles: readonly Metafile[]): string[] {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs));
  // For a disabled file, the bundler puts in an empty module.
  return [
    ...new Set(
      inputs
        .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && !file.startsWith("(disabled):"))
        .map(([file]) => file),
    ),
  ];
}

function partsOf(file: string, root: string): Part[] {
  const folder = PACKAGE.exec(file)?.[0];
  if (folder === undefined)
    return GENERATED_WITH.filter(({ path }) => path.test(file)).map(({ name }) =>
      readPackage(folderOf(name, root)),
    );
  const text = readFileSync(resolve(root, file), "utf8");
  const part = readPackage(resolve(root, folder));
  const own = words(part.text);
  const remarks = [...text.matchAll(COPYRIGHT)]
    .map(([line]) => line.replace(/\s*\*\/.*$|\s+$/, ""))
    .filter((line) => !own.includes(words(line)));
  return [
    { ...part, remarks },
    ...markedParts(text, resolve(root, folder)),
    ...unmarkedParts(part.name, resolve(root, folder)),
  ];
}

/**
 * Parts of a third-party bundle that contains such comments. The licence texts are those of the installed
 * versions.
 */
function markedParts(text: string, from: string): Part[] {
  const marks = new Map(
    [...text.matchAll(MARKER)].map(([line, name = ""]) => [name, VERSION.exec(line)?.[1]]),
  );
  return [...marks].map(([name, version]) => {
    const part = readPackage(folderOf(name, from));
    return { ...part, version: version ?? part.version };
  });
}

function unmarkedParts(name: string, from: string): Part[] {
  return (UNMARKED_BUNDLES[name] ?? []).flatMap((inner) => {
    const folder = folderOf(inner, from);
    return [readPackage(folder), ...unmarkedParts(inner, folder)];
  });
}

/** Without duplicates; each part has the remarks of all its files. */
function distinct(parts: readonly Part[]): Part[] {
  const byKey = new Map<string, Part>();
  for (const part of parts) {
    const key = `${part.name} ${part.version}`;
    byKey.set(key, {
      ...part,
      remarks: [...new Set([...(byKey.get(key)?.remarks ?? []), ...part.remarks])].sort(),
    });
  }
  return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, part]) => part);
}

function words(text: string): string {
  return text.replace(/\s+/g, " ");
}
