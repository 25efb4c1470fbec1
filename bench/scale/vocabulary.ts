/** The words of the synthetic codebase. The built-in embedder knows them, so that questions have vectors. */
import { readAsset } from "../../libs/engine/src/embed/static.ts";
import { seededRandom, shuffled } from "../support/random.ts";
import { SyntheticCodebase } from "./codebase.ts";

const WORD = /^[a-z]{3,}$/;

/** The synthetic codebase. The embedder's tokens are sorted by name, so they are shuffled, always alike. */
export function openSyntheticCodebase(): SyntheticCodebase {
  const tokens = JSON.parse(readAsset("vocab.json").toString("utf8")) as string[];
  return new SyntheticCodebase(
    shuffled(
      tokens.filter((token) => WORD.test(token)),
      seededRandom(1),
    ),
  );
}
