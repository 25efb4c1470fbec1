/** The language table: one line for each language. */
import type { LanguageDefinition } from "../language.ts";
import { astro } from "./astro/language.ts";
import { bash } from "./bash/language.ts";
import { c } from "./c/language.ts";
import { cpp } from "./cpp/language.ts";
import { csharp } from "./csharp/language.ts";
import { css } from "./css/language.ts";
import { dart } from "./dart/language.ts";
import { elixir } from "./elixir/language.ts";
import { go } from "./go/language.ts";
import { haskell } from "./haskell/language.ts";
import { java } from "./java/language.ts";
import { javascript } from "./javascript/language.ts";
import { kotlin } from "./kotlin/language.ts";
import { lua } from "./lua/language.ts";
import { php } from "./php/language.ts";
import { plainTexts } from "./plain-texts.ts";
import { powershell } from "./powershell/language.ts";
import { python } from "./python/language.ts";
import { ruby } from "./ruby/language.ts";
import { rust } from "./rust/language.ts";
import { scala } from "./scala/language.ts";
import { solidity } from "./solidity/language.ts";
import { svelte } from "./svelte/language.ts";
import { swift } from "./swift/language.ts";
import { tsx, typescript } from "./typescript/language.ts";
import { vue } from "./vue/language.ts";
import { zig } from "./zig/language.ts";

/** All languages; if two claim the same extension or file name, the first one gets it. */
export const LANGUAGES: readonly LanguageDefinition[] = [
  astro,
  bash,
  c,
  cpp,
  csharp,
  css,
  dart,
  elixir,
  go,
  haskell,
  java,
  javascript,
  kotlin,
  lua,
  php,
  powershell,
  python,
  ruby,
  rust,
  scala,
  solidity,
  svelte,
  swift,
  tsx,
  typescript,
  vue,
  zig,
  ...plainTexts,
];
