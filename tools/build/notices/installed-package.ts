/** What a package that is installed here says of its licence. */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { MIT_UPSTREAMS, mitLicence } from "./upstreams.ts";

/** Software of others that a package of ours holds. */
export interface Part {
  readonly name: string;
  readonly version: string;
  /** As SPDX writes it; empty where nothing is said. */
  readonly licence: string;
  /** Text of the licence, and of notices that come with it; empty where there is none. */
  readonly text: string;
  /**
   * What stands below its name: copyright lines that its files bear and the text does not, or where it is
   * from.
   */
  readonly remarks: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

/** The folder of a package, as what lies in `from` would find it. */
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
  // What npm has installed has a manifest of this form.
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
