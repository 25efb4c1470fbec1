/** The language table: one line for each language. */
import type { LanguageDefinition } from "../language.ts";
import { astro } from "./astro.ts";
import { bash } from "./bash.ts";
import { c } from "./c.ts";
import { cpp } from "./cpp.ts";
import { csharp } from "./csharp.ts";
import { css } from "./css.ts";
import { dart } from "./dart.ts";
import { elixir } from "./elixir.ts";
import { go } from "./go.ts";
import { haskell } from "./haskell.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { kotlin } from "./kotlin.ts";
import { lua } from "./lua.ts";
import { php } from "./php.ts";
import { plainTexts } from "./plain-texts.ts";
import { powershell } from "./powershell.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { scala } from "./scala.ts";
import { solidity } from "./solidity.ts";
import { svelte } from "./svelte.ts";
import { swift } from "./swift.ts";
import { tsx, typescript } from "./typescript.ts";
import { vue } from "./vue.ts";
import { zig } from "./zig.ts";

/** All languages; the first one that claims an extension or file name has it. */
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
