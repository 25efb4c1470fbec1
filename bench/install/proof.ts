/**
 * Checks that an installed product works: it parses several languages, embeds text, both binaries answer, and
 * nothing is downloaded.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ManageIndexOk, SearchCodebaseOk } from "@satori/contracts";
import { check } from "../support/failure.ts";
import { McpServer } from "../support/mcp-server.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { parseEnvelope } from "../support/product.ts";

/** File → text, query, and the symbol that has to be found: only a parsed file has symbols. */
const FILES = {
  "retry.py": {
    text:
      'class RetryQueue:\n    """Schedules failed jobs again."""\n    def put(self, job):\n        ' +
      "return job\n",
    question: "where are failed jobs scheduled again",
    symbol: "RetryQueue",
  },
  "invoice.ts": {
    text:
      "/** Adds the amounts of an invoice. */\nexport function totalAmount(lines: number[]): number {\n  " +
      "return lines.reduce((sum, line) => sum + line, 0);\n}\n",
    question: "add the amounts of an invoice",
    symbol: "totalAmount",
  },
  "page.go": {
    text:
      "package page\n\n// RenderPage writes a page into a buffer.\nfunc RenderPage(name string) string " +
      "{\n\treturn name\n}\n",
    question: "write a page into a buffer",
    symbol: "RenderPage",
  },
} as const;

/** A command prefix that disables the network; empty if the system does not support it. */
export function withoutNetwork(): readonly string[] {
  const prefix = ["unshare", "--user", "--map-root-user", "--net"];
  return spawnSync(prefix[0] ?? "", [...prefix.slice(1), "true"]).status === 0 ? prefix : [];
}

/** Throws at the first failure. */
export async function proveThatItWorks(
  installed: string,
  prefix: readonly string[],
  options: CommandOptions,
): Promise<void> {
  const tree = join(options.cwd, "tiny");
  mkdirSync(tree);
  for (const [file, { text }] of Object.entries(FILES)) writeFileSync(join(tree, file), text);
  const bin = (name: string): string[] => [...prefix, join(installed, "node_modules/.bin", name)];
  const { index } = parseEnvelope<ManageIndexOk>(
    (await measure([...bin("satori"), "index", "--json", tree], options)).stdout,
  );
  check(
    index?.files === Object.keys(FILES).length && index.degradedFiles === 0,
    `the installed satori indexed ${index?.files ?? 0} files, ${index?.degradedFiles ?? 0} of them ` +
      "without their parser",
  );
  check(index.fingerprint?.embeddingProvider === "static", "the installed satori has no built-in embedder");
  for (const { question, symbol } of Object.values(FILES)) {
    requireSymbol(
      "satori",
      parseEnvelope(
        (await measure([...bin("satori"), "search", "--json", "--path", tree, question], options)).stdout,
      ),
      symbol,
    );
  }
  await using server = await McpServer.start(options, bin("satori-mcp"));
  for (const { question, symbol } of Object.values(FILES))
    requireSymbol(
      "satori-mcp",
      (await server.call("search_codebase", { path: tree, query: question })) as SearchCodebaseOk,
      symbol,
    );
}

function requireSymbol(from: string, answer: SearchCodebaseOk, symbol: string): void {
  const [best] = answer.results ?? [];
  check(
    best?.symbolLabel === symbol,
    `the installed ${from} found ${String(best?.symbolLabel)} instead of ${symbol}: ` +
      `${JSON.stringify(answer).slice(0, 500)}`,
  );
}
