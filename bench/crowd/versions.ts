/**
 * Generates source files in many versions. Every line of a version names it, so that no two versions share a
 * line. Pure.
 */

export interface Version {
  /** A word that is in no other text: `v17x3` for the third text of file 17. */
  readonly tag: string;
  /** Without line ends. */
  readonly lines: readonly string[];
  /** Names of the functions, in their order. */
  readonly names: readonly string[];
}

/** A function that every version of every file has. */
export const COMMON_NAME = "describe_depot";

type Words = readonly [string, ...string[]];

const SUBJECTS: Words = ["parcel", "invoice", "session", "retry", "ledger", "cursor", "token"];
const VERBS: Words = ["load", "check", "merge", "render", "publish", "restore"];

/** Words for queries. */
export const WORDS: Words = [...SUBJECTS, ...VERBS];

export function extensionOf(file: number): string {
  return file % 2 === 0 ? "ts" : "py";
}

/** A version of a file. Editions differ in the number, names and lengths of their functions. */
export function versionOf(file: number, edition: number): Version {
  const tag = `v${file}x${edition}`;
  const [write, mark] = file % 2 === 0 ? [typescript, "//"] : [python, "#"];
  const subject = SUBJECTS[file % SUBJECTS.length] ?? "";
  const lines = [`${mark} About the ${subject} of depot ${file}. ${tag}`, ""];
  const names: string[] = [];
  const count = 3 + ((file * 7 + edition * 5) % 8);
  for (let at = 0; at < count; at++) {
    const number = at + (edition % 4);
    const name =
      at === count - 1
        ? COMMON_NAME
        : `${VERBS[(file + number) % VERBS.length] ?? ""}_${subject}_${file}_${number}`;
    names.push(name);
    lines.push(
      ...write({ name, subject, number, steps: 1 + ((number * 3 + edition * 2 + file) % 9), tag }),
      "",
    );
  }
  return { tag, lines, names };
}

export function textOf({ lines }: Version): string {
  return lines.join("\n");
}

interface FunctionParts {
  readonly name: string;
  readonly subject: string;
  readonly number: number;
  readonly steps: number;
  readonly tag: string;
}

function typescript({ name, subject, number, steps, tag }: FunctionParts): string[] {
  const body = Array.from(
    { length: steps },
    (_, step) => `  const weight${step} = ${subject} * ${number * 10 + step}; // ${tag}`,
  );
  return [
    `/** Will ${wordsOf(name)} number ${number}. ${tag} */`,
    `export function ${name}(${subject}: number): number { // ${tag}`,
    ...body,
    `  return weight0 > 10 ? weight0 : ${number}; // ${tag}`,
    `} // ${tag}`,
  ];
}

function python({ name, subject, number, steps, tag }: FunctionParts): string[] {
  const body = Array.from(
    { length: steps },
    (_, step) => `    weight${step} = ${subject} * ${number * 10 + step}  # ${tag}`,
  );
  return [
    `def ${name}(${subject}):  # ${tag}`,
    `    """Will ${wordsOf(name)} number ${number}. ${tag}"""`,
    ...body,
    `    return weight0 or ${number}  # ${tag}`,
  ];
}

function wordsOf(name: string): string {
  return name.split("_").slice(0, 2).join(" the ");
}
