/** One of many sessions: sets its scope, calls tools, and checks each answer against that scope. */
import { type ToolName, type ToolOutput, rootOf } from "@satori/contracts";
import { type Random, below } from "../support/random.ts";
import { FOLDERS, LANGUAGES, wordOf } from "./tree.ts";

/** Calls a tool in a session; rejects if the answer is no tool result. */
export type Call = <Tool extends ToolName>(
  session: string,
  tool: Tool,
  args: object,
) => Promise<ToolOutput<Tool>>;

export interface Sessions {
  readonly roots: readonly string[];
  readonly call: Call;
  readonly random: Random;
  /** Called for an answer that does not belong to its session, or an error. */
  readonly onViolation: (what: string) => void;
  readonly onAnswer: (tool: ToolName, durationMs: number) => void;
}

/** Calls tools until `isOver`. */
export async function runSession(
  at: number,
  { roots, call, random, onViolation, onAnswer }: Sessions,
  isOver: () => boolean,
): Promise<void> {
  const session = `session-${at}`;
  const codebase = at % roots.length;
  const root = roots[codebase] as string;
  const { language, extension } = LANGUAGES[at % LANGUAGES.length] as (typeof LANGUAGES)[number];
  const folder = FOLDERS[at % FOLDERS.length] as string;
  const ask = async <Tool extends ToolName>(tool: Tool, args: object): Promise<ToolOutput<Tool> | null> => {
    const startedMs = performance.now();
    try {
      const answer = await call(session, tool, args);
      onAnswer(tool, performance.now() - startedMs);
      if ("status" in answer && answer.status === "ok") return answer;
      onViolation(`${session}: ${tool} answered ${JSON.stringify(answer).slice(0, 300)}`);
    } catch (error) {
      onViolation(`${session}: ${tool} failed with ${String(error)}`);
    }
    return null;
  };
  const isMine = (path: string): boolean => path.startsWith(`${folder}/`) && path.endsWith(`.${extension}`);
  const check = (tool: ToolName, paths: readonly string[], ofRoot: string | undefined): void => {
    const foreign = paths.filter((path) => !isMine(path));
    if (foreign.length > 0 || ofRoot !== root)
      onViolation(`${session}: ${tool} about ${ofRoot} showed ${foreign.slice(0, 3).join(", ")}`);
  };
  await ask("set_scope", { repos: [root], include_globs: [`${folder}/`], languages: [language] });
  while (!isOver()) {
    const turn = below(6, random);
    if (turn === 0) {
      const answer = await ask("list_paths", { max_results: 1_000 });
      if (answer?.status === "ok")
        check(
          "list_paths",
          answer.items.map(({ path }) => path),
          rootOf(answer),
        );
    } else if (turn === 1) {
      const answer = await ask("search_text", { query: "depotword", max_results: 50 });
      if (answer?.status === "ok") {
        check(
          "search_text",
          answer.matches.map(({ path }) => path),
          rootOf(answer),
        );
        if (answer.matches.some(({ text }) => !text.includes(wordOf(codebase))))
          onViolation(`${session}: search_text showed a line of another codebase`);
      }
    } else if (turn === 2) {
      const answer = await ask("semantic_search", { query: "the parcel of a depot" });
      if (answer?.status === "ok")
        check(
          "semantic_search",
          answer.findings.map(({ file }) => file),
          rootOf(answer),
        );
    } else if (turn === 3) {
      const file = `${root}/${folder}`;
      const answer = await ask("list_paths", { path: file, languages: [] });
      if (answer?.status === "ok" && answer.items.some(({ path }) => !path.startsWith(`${folder}/`)))
        onViolation(`${session}: list_paths left its folder`);
    } else {
      const answer = await ask("search_codebase", {
        path: root,
        query: "who checks the parcel",
        scope: "mixed",
      });
      if (answer && "results" in answer)
        check(
          "search_codebase",
          answer.results.map(({ file }) => file),
          rootOf(answer),
        );
    }
  }
}
