/**
 * Full index of a codebase: `satori index` into a fresh home, compared to semble (a Python package for the
 * same kind of questions) on the same folder.
 *
 *   npm run bench -- index --codebase DIR --semble-python PATH [--runs 3] [--json]
 *
 *   --codebase DIR         what to index; the published figures are for Django's source
 *                          (pip download --no-deps --no-binary :all: django==5.2.8, then tar xf)
 *   --semble-python PATH   a Python that has semble: python3 -m venv V && V/bin/pip install semble, then
 *                          V/bin/python
 *   --semble-model NAME    its model, a name or a folder; default: a model with random weights, which costs
 *                          about the same
 *   --semble-content WHAT  all (default: code, documents and configuration, as Satori indexes) or code
 *                          (semble's default)
 *   --extensions py,js     index a copy with only these files, so that both index exactly the same ones
 *   --runs N               runs of each, in turns
 *
 * CPU is user and system time of the whole process tree. Peak memory is the largest resident set of one of
 * its processes: both do their work in one process, Satori with worker threads. Each figure is the median of
 * the runs. The indexed files differ a little; so there is a row per megabyte of source. A run counts only if
 * it indexed files and chunks, the same number each time.
 */
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { ManageIndexOk } from "@satori/contracts";
import { countOption, folderOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { UsageError, check } from "../support/failure.ts";
import { measure } from "../support/measure.ts";
import { CLI, environmentIn, parseEnvelope, requireBuilt } from "../support/product.ts";
import { figure, megabytes, verdict } from "../support/target.ts";
import { type IndexRun, summary } from "./index-run.ts";
import { copyWithExtensions } from "./same-files.ts";
import { type Semble, findSemble } from "./semble.ts";
import { folderBytes, indexedBytes } from "./source-size.ts";

const TARGETS = { cpu: 0.8, memory: 0.8, size: 1.5 } as const;

await runBenchmark(import.meta.url, {
  options: {
    codebase: { type: "string" },
    "semble-python": { type: "string" },
    "semble-model": { type: "string" },
    "semble-content": { type: "string", default: "all" },
    extensions: { type: "string" },
    runs: { type: "string", default: "3" },
  },
  async measure(options, bench) {
    requireBuilt();
    const given = folderOption(
      "--codebase",
      options.codebase,
      "Name the folder to index, e.g. the source of Django.",
    );
    const runs = countOption("--runs", options.runs);
    const content = options["semble-content"];
    if (content !== "all" && content !== "code")
      throw new UsageError(`--semble-content is "${content}", but has to be all or code`);
    const codebase = options.extensions === undefined ? given : join(bench.folder, basename(given));
    if (codebase !== given) copyWithExtensions(given, codebase, options.extensions?.split(",") ?? []);
    const semble = await findSemble(
      { python: options["semble-python"], model: options["semble-model"], content, codebase },
      bench,
    );
    // Reads every file once, so that the first measured run does not wait for the disk more than the others.
    const unmeasured = await indexWithSatori(codebase, bench);
    bench.progress(`${codebase}: ${unmeasured.files} files, ${unmeasured.chunks} chunks`);
    const satoriRuns: IndexRun[] = [];
    const sembleRuns: IndexRun[] = [];
    for (let run = 1; run <= runs; run++) {
      satoriRuns.push(await indexWithSatori(codebase, bench));
      sembleRuns.push(await semble.index(codebase, bench));
      bench.progress(
        `run ${run} of ${runs}: ${figure((satoriRuns.at(-1)?.cpuMs ?? 0) / 1000)} and ` +
          `${figure((sembleRuns.at(-1)?.cpuMs ?? 0) / 1000)} CPU s`,
      );
    }
    return report(codebase, summary(satoriRuns), summary(sembleRuns), runs, semble);
  },
});

async function indexWithSatori(codebase: string, { folder, signal }: Bench): Promise<IndexRun> {
  const environment = environmentIn(folder);
  const home = environment["SATORI_HOME"] ?? "";
  try {
    const measured = await measure([process.execPath, CLI, "index", "--json", codebase], {
      cwd: folder,
      environment,
      signal,
    });
    const { index } = parseEnvelope<ManageIndexOk>(measured.stdout);
    check(
      index !== undefined && index.files > 0 && index.chunks > 0,
      `satori indexed nothing in ${codebase}`,
    );
    return {
      ...measured,
      files: index.files,
      chunks: index.chunks,
      sourceBytes: indexedBytes(home, index.files),
      indexBytes: folderBytes(home),
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function report(codebase: string, satori: IndexRun, peer: IndexRun, runs: number, semble: Semble): Report {
  const row = (
    name: string,
    of: (side: IndexRun) => number,
    write: (value: number) => string = figure,
    limit?: number,
  ) => {
    const ratio = of(satori) / of(peer);
    return [
      name,
      write(of(satori)),
      write(of(peer)),
      figure(ratio),
      limit === undefined ? "" : verdict(ratio, limit, "×"),
    ];
  };
  const share = satori.indexBytes / satori.sourceBytes;
  return {
    title: `Full index of ${basename(codebase)}, medians of ${runs} runs`,
    columns: ["", "satori", "semble", "ratio", "target"],
    rows: [
      row("CPU s", ({ cpuMs }) => cpuMs / 1000, figure, TARGETS.cpu),
      row("CPU s per MB of source", ({ cpuMs, sourceBytes }) => (cpuMs * 1000) / sourceBytes),
      row("wall s", ({ wallMs }) => wallMs / 1000),
      row("peak memory MB", ({ peakBytes }) => peakBytes, megabytes, TARGETS.memory),
      row("files", ({ files }) => files, String),
      row("chunks", ({ chunks }) => chunks, String),
      row("source MB", ({ sourceBytes }) => sourceBytes, megabytes),
      row("index MB", ({ indexBytes }) => indexBytes, megabytes),
      [
        "index / source",
        figure(share),
        figure(peer.indexBytes / peer.sourceBytes),
        "",
        verdict(share, TARGETS.size, "×"),
      ],
    ],
    notes: [semble.description],
    results: {
      codebase: basename(codebase),
      runs,
      targets: TARGETS,
      semble: semble.description,
      satori,
      peer,
    },
  };
}
