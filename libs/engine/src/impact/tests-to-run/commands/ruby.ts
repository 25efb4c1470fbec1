/** Runners of Ruby: RSpec, and minitest, with Rails or without. */
import { below, foldersAround, inFolder, type ProjectFiles } from "./project-files.ts";
import type { FindRunner, RunnerOfFile } from "./runner.ts";
import { pathArgument } from "./shell.ts";

const RSPEC: readonly (readonly [name: string, pattern: RegExp | null])[] = [
  [".rspec", null],
  ["spec/spec_helper.rb", null],
  ["Gemfile", /\brspec\b/],
];
const MINITEST: readonly (readonly [name: string, pattern: RegExp | null])[] = [
  ["test/test_helper.rb", null],
  ["test/helper.rb", null],
  ["Gemfile", /\b(?:minitest|test-unit)\b/],
  ["Rakefile", /\b(?:Minitest|Rake::TestTask)\b/],
];

export const findRuby: FindRunner = async ({ file }, { project }) => {
  const runner = file.endsWith("_spec.rb") ? "rspec" : "minitest";
  for (const folder of foldersAround(file))
    for (const [name, pattern] of runner === "rspec" ? RSPEC : MINITEST) {
      const shownBy = inFolder(folder, name);
      if (pattern === null ? project.has(shownBy) : pattern.test((await project.text(shownBy)) ?? ""))
        return { runner, folder, shownBy, key: "", command: commandOf(project, runner, folder) };
    }
  return null;
};

function commandOf(
  project: ProjectFiles,
  runner: "rspec" | "minitest",
  folder: string,
): RunnerOfFile["command"] {
  const bundled = project.has(inFolder(folder, "Gemfile")) ? "bundle exec " : "";
  const isRails = project.has(inFolder(folder, "bin/rails"));
  return (files) => {
    const paths = files.map(({ file }) => pathArgument(below(folder, file)));
    if (runner === "rspec") return `${bundled}rspec ${paths.join(" ")}`;
    if (isRails) return `bin/rails test ${paths.join(" ")}`;
    if (paths.length === 1) return `${bundled}ruby -Ilib -Itest ${paths.join(" ")}`;
    return `${bundled}ruby -Ilib -Itest -e 'ARGV.each { |file| require File.expand_path(file) }' ${paths.join(" ")}`;
  };
}
