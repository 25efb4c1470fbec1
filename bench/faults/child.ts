/**
 * The process with the preloaded library: answers each request, a line of JSON, with one line. Started by
 * `lane.ts`.
 */
import { createInterface } from "node:readline";
import type { Case, Operation } from "./cases.ts";
import { FaultControl } from "./control.ts";
import { Subject } from "./subject.ts";

export type Request =
  | { readonly kind: "begin" }
  | { readonly kind: "measure"; readonly operation: Operation }
  | Case;

const { FAULTS_FOLDER: folder = "", FAULTS_CONTROL: control = "" } = process.env;
await using subject = new Subject(folder, new FaultControl(control));
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  console.log(JSON.stringify((await answerTo(request)) ?? null));
}

function answerTo(request: Request): Promise<unknown> {
  switch (request.kind) {
    case "begin":
      return subject.prepare();
    case "measure":
      return subject.measure(request.operation);
    default:
      return subject.try(request);
  }
}
