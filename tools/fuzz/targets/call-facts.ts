import {
  analyze,
  compress,
  decodeCallFacts,
  decompress,
  encodeCallFacts,
  printCallFacts,
} from "@satori/sidecar";
import { callName } from "../../../libs/sidecar/src/call-facts/call-name.ts";
import { NameUseTable, encodeNameUses } from "../../../libs/engine/src/model/name-uses.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const SAMPLES = [
  [
    "a.py",
    "from .b import *\nclass A(Base):\n    def f(self, a, *rest, k=g()):\n        self.y = a\n        " +
      "return {'k': a}['k'](b, c=d)\nA().f(lambda v: v)\n",
  ],
  [
    "b.ts",
    "import { a as b } from './a';\nexport class C<T> extends b.D { private x = new Map(); m(cb: () => " +
      "T) { return cb?.().then((v) => [v, ...this.x.values()]); } }\n",
  ],
] as const;
const samples = await Promise.all(SAMPLES.map(async ([path, text]) => (await analyze(path, text)).flow));

export default fuzzTarget({
  checks:
    "stored call facts with a fitting check: refused, or read in bounded work and leading nobody in " +
    "circles; other bytes are refused",
  seeds: () =>
    samples.flatMap((flow) =>
      flow
        ? [
            Buffer.concat([Buffer.of(0), decompress(encodeCallFacts(flow))]),
            Buffer.concat([Buffer.of(2), encodeNameUses(flow)]),
          ]
        : [],
    ),
  run(input) {
    const reader = new InputReader(input);
    const mode = reader.byte() % 3;
    const bytes = reader.rest();
    if (mode === 0) checkFlow(bytes);
    else if (mode === 1) refused(() => decodeCallFacts(bytes));
    else refused(() => new NameUseTable([bytes]).filesUsing("call", "f"));
  },
});

/** Any error of the decoder counts as corruption; only facts that it returns have to be valid. */
function checkFlow(bytes: Uint8Array): void {
  let flow;
  try {
    flow = decodeCallFacts(compress(bytes));
  } catch (error) {
    if (error instanceof RangeError) return;
    throw error;
  }
  if (flow.scopes.some(({ parent }, at) => parent >= at))
    throw new Error("A scope stands in itself or a later one");
  for (const { expr } of flow.sites) callName(flow.code, flow.strings, expr);
  printCallFacts(flow);
}

/** Bytes are accepted only with a matching checksum. */
function refused(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof Error && "code" in error)) throw error;
  }
}
