/** Licence information of an installed package. */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { MIT_UPSTREAMS, mitLicence } from "./upstreams.ts";

/** Third-party software that one of our packages contains. */
export interface Part {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; empty if the package states none. */
  readonly licence: string;
  /** Text of the licence and of accompanying notices; empty if there is none. */
  readonly text: string;
  /**
   * Lines below the name: copyright lines that occur in the files but not in the licence text, or the origin.
   */
  readonly remarks: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

/** The folder of a package, as Node.js resolves it from `from`. */
export function folderOf(name: string, from: string): string {
  const folder = (createRequire(join(from, "package.json")).resolve.paths(name) ?? [])
    .map((path) => join(path, name))
    .find((path) => existsSync(join(path, "package.json")));
  if (folder === undefined)
    throw new Error(
      `${name} is not installed, and with it the text of its licence is missing (looked from ${from})`,
    );
  return folder;
}

export function readPackage(folder: string): Part {
  // npm only installs packages whose manifest has this form.
  const {
    name,
    version,
    license,
    licenses = [],
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const licence =
    typeof license === "string"
      ? license
      : [license, ...licenses].flatMap((one) => one?.type ?? []).join(" OR ");
  const text = textsIn(folder);
  const upstream = MIT_UPSTREAMS[name];
  return {
    name,
    version,
    licence,
    text: text === "" && licence === "MIT" && upstream ? mitLicence(upstream) : text,
    remarks: [],
  };
}

function textsIn(folder: string): string {
  const files = readdirSync(folder).filter(
    (file) =>
      /^(?:licen[cs]e|unlicense|copying|notice)(?:[.-].*)?$/i.test(file) &&
      statSync(join(folder, file)).isFile(),
  );
  return files
    .sort()
    .map((file) =>
      readFileSync(join(folder, file), "utf8")
        .replace(/\r\n?/g, "\n")
        .replace(/^\s*\n|\s+$/g, ""),
    )
    .join("\n\n");
}
