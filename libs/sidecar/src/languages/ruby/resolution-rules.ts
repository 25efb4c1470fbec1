/**
 * Resolution rules of Ruby: files do not import each other's names; a top-level constant is visible in all
 * files.
 */
import { boundInFile } from "../../call-graph/rules/file-names.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import type { Resolution, ResolutionRules } from "../../call-graph/resolution.ts";
import { mainPart } from "../../call-graph/types/parts.ts";
import { OF_THE_LANGUAGE } from "./classes.ts";
import { type ClassValue, NOTHING, type Values, union } from "../../call-graph/values.ts";

/** Files that are read for a name; the first ones by path are enough. */
const MAX_FILES = 400;

/** Variables are dynamically typed. */
export const ruby: ResolutionRules = {
  ...byName,
  isDynamicallyTyped: true,
  indexMember: "[]",
  overridesStatics: true,
  extendsLibrary: true,
  separatesStaticMembers: true,
  mixesIn: true,
  unbound: (resolution, { file }, name) =>
    CONSTANT.test(name) && !OF_THE_LANGUAGE.has(name)
      ? constantAtTop(resolution, resolution.project.language(file), name)
      : NOTHING,
};

const CONSTANT = /^\p{Lu}/u;

/** Classes and modules of one name are parts of one type, however often they are reopened. */
function constantAtTop(resolution: Resolution, language: string, name: string): Values {
  return resolution.once(["constant", language, name], () => {
    const { project } = resolution;
    const files = [
      ...new Set([...project.filesDefining(name), ...project.filesUsing("opened", name)]),
    ].filter((file) => project.language(file) === language);
    const found: Values[] = [];
    for (const file of files.slice(0, MAX_FILES)) {
      const values = boundInFile(resolution, file, name) ?? NOTHING;
      const type = values.find((value): value is ClassValue => value.kind === "class");
      // All parts are represented by the main one.
      if (type) return [resolution.values.class(mainPart(resolution, type))];
      found.push(values);
    }
    if (files.length > MAX_FILES) resolution.limit("too_many_files");
    return union(...found);
  });
}
