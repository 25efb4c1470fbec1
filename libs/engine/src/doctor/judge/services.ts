/** Findings about embedder and reranker. Pure. */
import type { DoctorFinding } from "@satori/contracts";
import type { EmbedderFacts, RerankerFacts } from "../facts.ts";
import { fine, problem } from "../finding.ts";

const NOT_ASKED = "not contacted; use satori doctor --online";

export function judgeEmbedder(facts: EmbedderFacts): readonly DoctorFinding[] {
  const { name, model, probe } = facts;
  const subject = name;
  const id = "embedder.answer";
  if (name === "none") return [fine({ id, subject, found: "none: searches use words and names only" })];
  const key = name === "static" || name === "ollama" ? [] : [keyFinding("embedder", facts)];
  const named = model === null ? "built in" : `model ${model}`;
  if (probe === null) return [...key, fine({ id, subject, found: `${named}; ${NOT_ASKED}` })];
  if ("dimension" in probe)
    return [...key, fine({ id, subject, found: `${named}, ${probe.dimension} dimensions` })];
  const fix =
    name === "static"
      ? "reinstall Satori: files of its model are missing or corrupt"
      : "follow the message, or set SATORI_EMBEDDER=static";
  return [...key, problem({ id, subject, found: `${named}: ${probe.failure}`, fix })];
}

export function judgeReranker(facts: RerankerFacts | null): readonly DoctorFinding[] {
  const id = "reranker.answer";
  if (!facts) return [fine({ id, found: "none" })];
  const { name, model, probe } = facts;
  const subject = name;
  const key = keyFinding("reranker", facts);
  if (probe === null) return [key, fine({ id, subject, found: `model ${model}; ${NOT_ASKED}` })];
  if ("scores" in probe) return [key, fine({ id, subject, found: `model ${model} scores texts` })];
  return [
    key,
    problem({
      id,
      subject,
      found: `model ${model}: ${probe.failure}`,
      fix: "follow the message, or set SATORI_RERANKER=none",
    }),
  ];
}

function keyFinding(
  kind: "embedder" | "reranker",
  { name, hasKey, isOwnServer }: Pick<EmbedderFacts | RerankerFacts, "name" | "hasKey" | "isOwnServer">,
): DoctorFinding {
  const id = `${kind}.key` as const;
  const setting = `${name.toUpperCase()}_API_KEY`;
  if (hasKey) return fine({ id, subject: name, found: `${setting} is set` });
  if (isOwnServer)
    return fine({ id, subject: name, found: `${setting} is not set; self-hosted servers often need none` });
  return problem({
    id,
    subject: name,
    found: `${setting} is not set`,
    fix: `set ${setting}, or SATORI_${kind.toUpperCase()}=${kind === "embedder" ? "static" : "none"}`,
  });
}
