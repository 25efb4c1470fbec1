/**
 * How well `change_impact` knows what a change breaks: mutations of exported symbols, with compilers as judges.
 *
 *   npm run bench -- impact-judges [--typescript CONFIG] [--python DIR] [--go DIR] [--keep DIR]
 *     [--count N] [--seed N] [--misses N]
 *
 *   --typescript CONFIG  tsconfig of a project that compiles without errors; its repository is the folder
 *                        around it that has a package.json, or --typescript-root. Each of these flags may be
 *                        given several times
 *   --go DIR             a Go module that compiles, with its modules; --go-command
 *   --python DIR         a Python repository; --pyright, --python-command with the packages that it imports
 *   --keep DIR           stores the compilers' verdicts for the next run: judging takes long
 *   --count N            mutations of each project; default: 200
 *   --seed N             default: 46
 *   --misses N           shows N differences of each sort, of the development half
 *
 * Mutations are drawn at random, about as many of each kind of symbol (function, method, type, constant,
 * field) and of mutation: it is removed, or renamed at its definition alone, or takes one more or one less
 * required parameter. The lines where the compiler then fails are the truth. Two questions are asked: a diff of
 * the mutation, and a plan that names the symbol.
 *
 * `failing` are lines with an error at the symbol's name, or at a call with the wrong number of arguments, and
 * lines with the name in files where the import of the name fails, because the compiler reports only the
 * import. Errors inside of the definition do not count; other errors are counted below the table. `unlisted`
 * are failing lines that the answer counts, but does not list: it lists ten lines of a symbol, and they count
 * as recalled. `lies` are mutations of which the answer says that it is proven that nothing uses the symbol,
 * although the compiler fails anywhere or knows a use; `proven` of `unused` are true.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { countOption, folderOption, pathOption } from "../support/arguments.ts";
import { runBenchmark } from "../support/benchmark.ts";
import { BenchmarkError, missing } from "../support/failure.ts";
import { requireBuilt } from "../support/product.ts";
import { scoresOf } from "./ask.ts";
import { judgedProject } from "./judged-project.ts";
import { goJudge } from "./judges/go.ts";
import { pythonJudge } from "./judges/python.ts";
import { typescriptJudge } from "./judges/typescript.ts";
import type { Judge } from "./mutation.ts";
import { type Scored, reportOf } from "./report.ts";

interface Project {
  readonly language: string;
  readonly root: string;
  readonly start: () => Promise<Judge>;
}

const REMEDY = "Name a project that compiles without errors.";

await runBenchmark(import.meta.url, {
  options: {
    typescript: { type: "string", multiple: true, default: [] },
    "typescript-root": { type: "string" },
    go: { type: "string", multiple: true, default: [] },
    python: { type: "string", multiple: true, default: [] },
    keep: { type: "string" },
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "46" },
    misses: { type: "string", default: "0" },
    pyright: { type: "string", default: "pyright-langserver" },
    "python-command": { type: "string", default: "python3" },
    "go-command": { type: "string", default: "go" },
  },
  async measure(given, bench) {
    requireBuilt();
    const projects: Project[] = [
      ...given.typescript.map((config): Project => {
        const path = pathOption(config);
        if (!existsSync(path)) throw new BenchmarkError(`--typescript is ${path}, which does not exist.`);
        const root = given["typescript-root"] ? pathOption(given["typescript-root"]) : packageAround(path);
        return { language: "typescript", root, start: async () => typescriptJudge(root, path) };
      }),
      ...given.go.map((folder): Project => {
        const root = folderOption("--go", folder, REMEDY);
        return { language: "go", root, start: () => goJudge(root, given["go-command"]) };
      }),
      ...given.python.map((folder): Project => {
        const root = folderOption("--python", folder, REMEDY);
        const commands = { python: given["python-command"], server: given.pyright };
        return { language: "python", root, start: () => pythonJudge(root, commands) };
      }),
    ];
    if (projects.length === 0) throw missing("--typescript, --go or --python", REMEDY);
    const scored: Scored[] = [];
    for (const project of projects) {
      const judged = await judgedProject({
        ...project,
        count: countOption("--count", given.count),
        seed: countOption("--seed", given.seed, 0),
        keep: given.keep === undefined ? undefined : pathOption(given.keep),
        progress: (line) => bench.progress(line),
      });
      scored.push({ project: judged, scores: await scoresOf(judged, bench) });
    }
    return reportOf(scored, countOption("--misses", given.misses, 0));
  },
});

function packageAround(config: string): string {
  for (let folder = dirname(config); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder))
      throw new BenchmarkError(`No folder around ${config} has a package.json. Use --typescript-root.`);
  }
}
