/** Findings about settings. Pure. */
import type { DoctorFinding } from "@satori/contracts";
import type { EmbedderFacts, RerankerFacts, SettingFact, SettingFacts } from "../facts.ts";
import { fine, problem, warning } from "../finding.ts";

export function judgeSettings({ file, settings, unknown }: SettingFacts): readonly DoctorFinding[] {
  const nothing =
    settings.length === 0 && unknown.length === 0
      ? [fine({ id: "config.setting", found: "no settings: defaults apply" })]
      : [];
  return [fileFinding(file), ...nothing, ...settings.map(settingFinding), ...unknown.map(unknownFinding)];
}

function fileFinding({ path, isThere, problem: failure }: SettingFacts["file"]): DoctorFinding {
  if (failure !== null)
    return problem({ id: "config.file", found: failure, fix: `correct ${path}, or remove it` });
  return fine({ id: "config.file", found: isThere ? path : "none, a file is optional" });
}

function settingFinding({
  name,
  source,
  value,
  problem: failure,
  isUsed,
  missing,
}: SettingFact): DoctorFinding {
  const subject = name;
  const id = "config.setting";
  if (failure !== null && isUsed)
    return problem({
      id,
      subject,
      found: `${failure} (${whereOf(source)})`,
      fix: `correct ${name} in ${whereOf(source)}`,
    });
  if (failure !== null)
    return warning({
      id,
      subject,
      found: `${failure}; ignored, because its service is not selected (${whereOf(source)})`,
      fix: `correct ${name} before selecting its service`,
    });
  if (missing.length > 0)
    return warning({
      id,
      subject,
      found:
        `contains ${missing.join(", ")}, which ${missing.length === 1 ? "does" : "do"} not exist ` +
        `(${whereOf(source)})`,
      fix: `correct ${name} in ${whereOf(source)}, or create the folder`,
    });
  return fine({ id, subject, found: `${value} (${whereOf(source)})` });
}

function unknownFinding({
  name,
  source,
  problem: failure,
  nearest,
}: SettingFacts["unknown"][number]): DoctorFinding {
  const fix =
    nearest === null ? `remove it from ${whereOf(source)}` : `did you mean ${nearest}? Rename or remove it`;
  return problem({ id: "config.unknown", subject: name, found: `${failure} (${whereOf(source)})`, fix });
}

function whereOf(source: SettingFact["source"]): string {
  return source === "file" ? "satori.config.json" : "the environment";
}

// Findings about embedder and reranker. Pure.

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
