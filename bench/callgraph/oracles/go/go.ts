/** Runs go/types on a project. */
import { fileURLToPath } from "node:url";
import type { Question } from "../index.ts";
import { printedBy } from "../oracle.ts";

const PROGRAM = ["main.go", "project.go", "calls.go", "uses.go"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

/** Output in JSON lines. */
export function goSays({ root, go }: Pick<Question, "root" | "go">, about: "calls" | "uses"): string {
  return printedBy([go, "run", ...PROGRAM, root, about], root, { CGO_ENABLED: "0" });
}
