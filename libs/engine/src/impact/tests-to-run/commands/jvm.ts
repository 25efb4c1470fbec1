/** Runners of Java, Kotlin, Groovy and Scala: Maven and Gradle. */
import type { TestFile } from "@satori/contracts";
import { nameOf } from "../../../model/paths.ts";
import { below, foldersAround, inFolder, type ProjectFiles } from "./project-files.ts";
import type { FindRunner, RunnerOfFile, RunnerContext } from "./runner.ts";
import { shellWord } from "./shell.ts";

const BUILD_FILES = ["build.gradle", "build.gradle.kts"];
const SETTINGS_FILES = ["settings.gradle", "settings.gradle.kts"];

export const findJvm: FindRunner = (test, context) => {
  const { project } = context;
  for (const folder of foldersAround(test.file)) {
    const build = project.firstIn(folder, BUILD_FILES);
    if (build !== null) return Promise.resolve(gradle(test, context, { folder, build }));
    if (project.has(inFolder(folder, "pom.xml"))) return Promise.resolve(maven(project, folder));
  }
  return Promise.resolve(null);
};

/** Name of the class of a test file. */
function classOf({ file }: TestFile): string {
  return nameOf(file).replace(/\.\w+$/, "");
}

/** Maven runs from the outermost folder with a `pom.xml`, which lists the modules. */
function maven(project: ProjectFiles, module: string): RunnerOfFile {
  const manifest = inFolder(module, "pom.xml");
  const folder = outermost(project, manifest, ["pom.xml"]) ?? module;
  const start = project.has(inFolder(folder, "mvnw")) ? "./mvnw" : "mvn";
  const inModule =
    folder === module
      ? []
      : ["-pl", shellWord(below(folder, module)), "-am", "-Dsurefire.failIfNoSpecifiedTests=false"];
  return {
    runner: "maven",
    folder,
    shownBy: manifest,
    key: module,
    command: (files) =>
      [start, "test", ...inModule, shellWord(`-Dtest=${[...new Set(files.map(classOf))].join(",")}`)].join(
        " ",
      ),
  };
}

/** Gradle runs from the folder with its settings; the task is named after the source set. */
function gradle(
  test: TestFile,
  { project, view }: RunnerContext,
  { folder: module, build }: { readonly folder: string; readonly build: string },
): RunnerOfFile {
  const folder = outermost(project, build, SETTINGS_FILES) ?? module;
  const start = project.has(inFolder(folder, "gradlew")) ? "./gradlew" : "gradle";
  const path = folder === module ? "" : `:${below(folder, module).replaceAll("/", ":")}`;
  const task = taskOf(below(module, test.file));
  const qualified = (one: TestFile): string => {
    const inPackage = view.calls.flow(view.fileAt(one.file))?.package ?? "";
    return inPackage === "" ? classOf(one) : `${inPackage}.${classOf(one)}`;
  };
  return {
    runner: "gradle",
    folder,
    shownBy: build,
    key: `${path}:${task}`,
    command: (files) =>
      [
        start,
        shellWord(path === "" ? task : `${path}:${task}`),
        ...files.map((one) => `--tests ${shellWord(qualified(one))}`),
      ].join(" "),
  };
}

/** The task of a source set: `src/test` → test, `src/jvmTest` → jvmTest, `src/commonTest` → allTests. */
function taskOf(path: string): string {
  const set = /^src\/(\w*[Tt]est\w*)\//.exec(path)?.[1] ?? "test";
  return set === "commonTest" ? "allTests" : set;
}

function outermost(project: ProjectFiles, path: string, names: readonly string[]): string | undefined {
  return foldersAround(path).findLast((folder) => project.firstIn(folder, names) !== null);
}
