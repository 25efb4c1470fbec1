/** Asks `change_impact` about mutations of a project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChangeImpactInput } from "@satori/contracts";
import type { Bench } from "../support/benchmark.ts";
import { indexedCodebase } from "../support/indexed-codebase.ts";
import { McpServer } from "../support/mcp-server.ts";
import { MCP } from "../support/product.ts";
import { unifiedDiff } from "./file-edit.ts";
import type { JudgedProject } from "./judged-project.ts";
import { type Mutation, mutationId } from "./mutation.ts";
import { type AnswerParts, QUESTIONS, type QuestionKind, type Score, isArity, scoreOf } from "./score.ts";

const LIMIT = 5_000;
const MAX_TOKENS = 1_000_000;
/** A question without an answer counts as one whose answer lists nothing. */
const NO_ANSWER: AnswerParts = { changed: [], affected: [] };

/** Both questions about each mutation, in their order. */
export async function scoresOf(project: JudgedProject, bench: Bench): Promise<Score[]> {
  const { options } = await indexedCodebase(project.root, bench);
  const environment = { ...options.environment, SATORI_REVIEW_DEADLINE_MS: "600000" };
  await using server = await McpServer.start({ ...options, environment }, [
    process.execPath,
    MCP,
    "--tools",
    "core,review",
  ]);
  const scores: Score[] = [];
  let done = 0;
  for (const judged of project.judged) {
    for (const question of QUESTIONS) {
      const answer = await server.call("change_impact", {
        path: project.root,
        depth: 1,
        limit: LIMIT,
        maxTokens: MAX_TOKENS,
        ...argumentOf(project.root, judged.mutation, question),
      });
      if (answer.status !== "ok")
        bench.progress(
          `no answer to ${question} ${mutationId(judged.mutation)}: ${answer.message ?? answer.status}`,
        );
      scores.push(scoreOf(judged, question, answer.status === "ok" ? answer : NO_ANSWER, project.files));
    }
    if (++done % 50 === 0) bench.progress(`asked about ${done} of ${project.judged.length}`);
  }
  return scores;
}

function argumentOf(
  root: string,
  mutation: Mutation,
  question: QuestionKind,
): Pick<ChangeImpactInput, "diff" | "symbols"> {
  const { file, line, edit } = mutation;
  return question === "diff"
    ? { diff: unifiedDiff(file, readFileSync(join(root, file), "utf8"), edit) }
    : { symbols: [{ symbol: `${file}:${line}`, change: isArity(mutation) ? "signature" : "remove" }] };
}
