/** The state of an index in a few lines for people. Pure. */
import { type IndexFacts, counted } from "@satori/contracts";

export function describeIndex(root: string, index: IndexFacts): string {
  const languages = index.languages.map(({ language, files }) => `${language} ${files}`).join(", ");
  const skipped = index.skipped.map(({ cause, files }) => `${files} ${cause.replaceAll("_", " ")}`).join(", ");
  const lines = [
    root,
    `${counted(index.files, "file")}, ${counted(index.chunks, "chunk")}, ${counted(index.symbols, "symbol")}, ${(index.sizeBytes / 1e6).toFixed(1)} MB`,
    ...(languages === "" ? [] : [`languages: ${languages}`]),
    `indexed ${index.lastIndexedAt ?? "never"}, compared with the disk ${index.lastSyncedAt ?? "never"}`,
  ];
  if (index.embedding) lines.push(`vectors: ${index.embedding.fromCache} from the cache, ${index.embedding.embedded} made by ${index.fingerprint?.embeddingProvider ?? "the embedder"}`);
  if (skipped !== "") lines.push(`left out: ${skipped}`);
  if (index.degradedFiles > 0) lines.push(`indexed as plain text because their parser gave up: ${index.degradedFiles}${examplesOf(index)}`);
  if (index.lastFailure) lines.push(index.lastFailure.code === "CANCELLED" ? "a later run was cancelled" : `a later run failed: ${index.lastFailure.message}`);
  return lines.join("\n");
}

function examplesOf({ degradedFiles, degradedExamples = [] }: IndexFacts): string {
  return degradedExamples.length === 0 ? "" : ` (${degradedExamples.join(", ")}${degradedFiles > degradedExamples.length ? ", …" : ""})`;
}
