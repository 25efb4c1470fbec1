/** The state of an index as a few lines of text. Pure. */
import { type IndexFacts, counted } from "@satori/contracts";

export function describeIndex(root: string, index: IndexFacts): string {
  const languages = index.languages.map(({ language, files }) => `${language} ${files}`).join(", ");
  const skipped = index.skipped
    .map(({ cause, files }) => `${files} ${cause.replaceAll("_", " ")}`)
    .join(", ");
  const lines = [
    root,
    `${counted(index.files, "file")}, ${counted(index.chunks, "chunk")}, ` +
      `${counted(index.symbols, "symbol")}, ${(index.sizeBytes / 1e6).toFixed(1)} MB`,
    ...(languages === "" ? [] : [`languages: ${languages}`]),
    `indexed ${index.lastIndexedAt ?? "never"}, compared with the disk ${index.lastSyncedAt ?? "never"}`,
  ];
  if (index.ignorePatterns.length > 0) lines.push(`own ignore patterns: ${firstOf(index.ignorePatterns)}`);
  if (index.customExtensions.length > 0) lines.push(`own extensions: ${firstOf(index.customExtensions)}`);
  if (index.embedding)
    lines.push(
      `vectors: ${index.embedding.fromCache} from the cache, ${index.embedding.embedded} from ` +
        `${index.fingerprint?.embeddingProvider ?? "the embedder"}`,
    );
  if (skipped !== "") lines.push(`skipped: ${skipped}`);
  if (index.secrets.count > 0)
    lines.push(
      `excluded as likely secrets: ${index.secrets.count} ` +
        `(${listed(index.secrets.examples, index.secrets.count)})`,
    );
  if (index.degradedFiles > 0)
    lines.push(
      `indexed as plain text because their parser gave up: ${index.degradedFiles}${examplesOf(index)}`,
    );
  if (index.lastFailure)
    lines.push(
      index.lastFailure.code === "CANCELLED"
        ? "a later run was cancelled"
        : `a later run failed: ${index.lastFailure.message}`,
    );
  return lines.join("\n");
}

/** Most patterns to list; a codebase may have thousands. */
const MAX_NAMED = 20;

function firstOf(names: readonly string[]): string {
  return (
    names.slice(0, MAX_NAMED).join(", ") +
    (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "")
  );
}

function examplesOf({ degradedFiles, degradedExamples = [] }: IndexFacts): string {
  return degradedExamples.length === 0 ? "" : ` (${listed(degradedExamples, degradedFiles)})`;
}

function listed(examples: readonly string[], count: number): string {
  return `${examples.join(", ")}${count > examples.length ? ", …" : ""}`;
}
