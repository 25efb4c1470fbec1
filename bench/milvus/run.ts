/**
 * Compares Milvus with SQLite: whether both give the same answers, and what many chunks cost.
 *
 *   npm run bench -- milvus [--sets questions,commits] [--modes root,full] [--scopes mixed,runtime]
 *                           [--repos A,B] [--lists] [--json]
 *   npm run bench -- milvus --scale DIR [--count 100] [--rounds 3] [--server-pid PID] [--home DIR] [--json]
 *
 *   MILVUS_ADDRESS             a Milvus server, e.g. Milvus Lite on loopback; MILVUS_TOKEN if it needs one
 *   SATORI_BENCH_REPOS, SATORI_BENCH_SETS, SATORI_BENCH_HOME   as for `retrieval`; not for --scale
 *   SATORI_BENCH_MILVUS_HOME   folder for the local parts of indexes in Milvus; kept between runs, like the
 *                              data on the server
 *
 * Asks the development questions of both, in turns: NDCG@10 of each; for how many questions the files of the
 * first ten results are the same, in the same order, with the same lines; and how long an answer takes.
 * --lists names the questions that differ, and the files.
 *
 * --scale instead indexes a folder into both, with the command line, and queries a server over stdio: chunks
 * per second, CPU, memory, size of the local part, and answer times of first and repeated requests (median of
 * later rounds). --server-pid is the server's process, if it runs on this machine. With --home, indexes are
 * kept, and existing ones are updated instead of built. A Milvus server keeps all data until it is deleted:
 * start with an empty one.
 */
import { countOption, folderOption, pathOption } from "../support/arguments.ts";
import { runBenchmark } from "../support/benchmark.ts";
import { parity } from "./parity.ts";
import { scale } from "./scale.ts";

await runBenchmark(import.meta.url, {
  options: {
    sets: { type: "string", default: "questions,commits" },
    modes: { type: "string", default: "root,full" },
    scopes: { type: "string", default: "mixed,runtime" },
    repos: { type: "string", default: "" },
    lists: { type: "boolean", default: false },
    scale: { type: "string" },
    count: { type: "string", default: "100" },
    rounds: { type: "string", default: "3" },
    "server-pid": { type: "string" },
    home: { type: "string" },
  },
  measure(options, bench) {
    if (options.scale !== undefined) {
      const codebase = folderOption("--scale", options.scale, "Name a folder with many chunks.");
      const pid = options["server-pid"];
      return scale(
        {
          codebase,
          questions: countOption("--count", options.count),
          rounds: countOption("--rounds", options.rounds, 2),
          serverPid: pid === undefined ? null : countOption("--server-pid", pid),
          home: options.home === undefined ? null : pathOption(options.home),
        },
        bench,
      );
    }
    const list = (text: string): string[] => text.split(",").filter((name) => name !== "");
    return parity(
      {
        sets: list(options.sets),
        modes: list(options.modes),
        scopes: list(options.scopes),
        repos: list(options.repos),
        lists: options.lists,
      },
      bench,
    );
  },
});
