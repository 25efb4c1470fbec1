/** PHPUnit: one file by its path, several by the names of their classes. */
import type { TestFile } from "@satori/contracts";
import { nameOf } from "../../../model/paths.ts";
import { below, foldersAround, inFolder } from "./project-files.ts";
import type { FindRunner } from "./runner.ts";
import { escaped, pathArgument, shellWord } from "./shell.ts";

const CONFIGURATIONS = ["phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"];

export const findPhp: FindRunner = async ({ file }, { project }) => {
  for (const folder of foldersAround(file)) {
    const manifest = inFolder(folder, "composer.json");
    const requires = /"(?:phpunit\/phpunit|symfony\/phpunit-bridge)"/.test(
      (await project.text(manifest)) ?? "",
    );
    const shownBy = project.firstIn(folder, CONFIGURATIONS) ?? (requires ? manifest : null);
    if (shownBy === null) continue;
    const command = (files: readonly TestFile[]): string => {
      const [first, ...others] = files;
      if (first && others.length === 0)
        return `vendor/bin/phpunit ${pathArgument(below(folder, first.file))}`;
      const classes = new Set(files.map((one) => nameOf(one.file).replace(/\.\w+$/, "")));
      return `vendor/bin/phpunit --filter ${shellWord(`/\\b(${[...classes].map(escaped).join("|")})\\b/`)}`;
    };
    return { runner: "phpunit", folder, shownBy, key: "", command };
  }
  return null;
};
