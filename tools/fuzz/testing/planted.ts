/**
 * Planted faults of each kind, behind conditions that only coverage-guided fuzzing gets past. For the
 * fuzzer's own test.
 */
import { fuzzTarget, textIn } from "../target.ts";

export default fuzzTarget({
  checks: "finds what was planted",
  stretchBytes: 3_000,
  maxBytes: 64,
  maxSteps: (bytes) => 10_000 + 100 * bytes,
  seeds: () => ["seed"],
  run(input) {
    const text = textIn(input);
    if (text[0] === "F" && text[1] === "U" && text[2] === "Z" && text[3] === "Z")
      throw new Error("planted failure");
    if (text.startsWith("endless")) for (;;);
    if (text.startsWith("square"))
      for (let at = 0; at < text.length; at++)
        for (let other = 0; other < text.length; other++) text.charCodeAt(other);
    // The number of such bytes makes coverage differ between inputs, so that two seeds produce different
    // inputs.
    let high = 0;
    for (const byte of input) high += byte > 127 ? 1 : 0;
    if (high > 100_000) throw new Error("longer than may be");
    if (text.startsWith("memory"))
      for (const all: string[] = []; ;) all.push(`${text}${all.length}`.repeat(1_000).normalize("NFD"));
  },
});
