import { readFileSync, readdirSync } from "node:fs";
import { analyze } from "@satori/sidecar";
for (const f of readdirSync("/tmp/sig").sort()) {
  const t = readFileSync("/tmp/sig/" + f, "utf8");
  const facts = await analyze(f, t, "outline");
  console.log("==", f, facts.language, facts.diagnostics.map((d) => d.kind).join());
  for (const s of facts.symbols) console.log(`  ${s.kind} ${s.label} parent=${s.parent === -1 ? "-" : facts.symbols[s.parent]!.label} sig=${s.signature} text=${JSON.stringify(t.slice(s.start, s.end).slice(0, 60))}`);
  for (const i of facts.imports) console.log("  import", JSON.stringify(i));
}
