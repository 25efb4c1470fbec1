/** Rules of the house for the whole tree: names, imports, languages, and registries whose entries are used. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../libs/contracts/src/codes/errors.ts";
import { WARNINGS } from "../../libs/contracts/src/codes/warnings.ts";
import { SIGNAL_WEIGHTS } from "../../libs/engine/src/search/rank/ranking.ts";
import {
  LANGUAGES_FOLDER,
  LANGUAGE_IDS,
  avoidedNames,
  duplicateTypes,
  functionLengths,
  importCircles,
  languageLiterals,
  wideLines,
} from "../house/measures.ts";
import { productSources } from "../house/sources.ts";
import { ROOT } from "./steps.ts";

const sources = productSources(ROOT);

/** `npm run house -- --list NAME` shows the same. */
describe("the sources of the product", () => {
  it("have no comment or text that is wider than the formatter allows", () =>
    expect(sources.flatMap(wideLines)).toEqual([]));

  it("have no function of more than 70 lines", () =>
    expect(sources.flatMap(functionLengths).filter(({ length }) => length > 70)).toEqual([]));

  it("declare each exported type name once in a package", () => expect(duplicateTypes(sources)).toEqual([]));

  it("export no name, and have no file, with a word that says neither whose nor what", () =>
    expect(avoidedNames(sources)).toEqual([]));

  it("import each other in no circle, type imports included", () =>
    expect(importCircles(sources)).toEqual([]));

  it("name a language in its folder alone", () =>
    expect(languageLiterals(sources, LANGUAGE_IDS, LANGUAGES_FOLDER)).toEqual([]));
});

describe("registries", () => {
  /** Registries and generated files list every code; what emits one is elsewhere. */
  const emitting = sources
    .filter(({ path }) => !/\/(?:codes|generated)\//.test(path) && !path.startsWith("clients/"))
    .map(({ text }) => text)
    .join("\n");

  it.each([
    ["warning", WARNINGS],
    ["error", ERRORS],
  ])("have no %s code that nothing emits", (_, codes) => {
    expect(Object.keys(codes).filter((code) => !emitting.includes(`"${code}"`))).toEqual([]);
  });

  it("have no ranking signal without its row in docs/ranking.md", () => {
    const page = readFileSync(join(ROOT, "docs/ranking.md"), "utf8");
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (?:\d|0\.)/gm)].map(([, name]) => name);
    expect(Object.keys(SIGNAL_WEIGHTS).filter((signal) => !rows.includes(signal))).toEqual([]);
  });
});
