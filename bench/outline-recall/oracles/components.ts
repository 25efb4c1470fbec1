/** Declarations of Vue and Svelte components: their compilers find the scripts, TypeScript's parser reads them. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { type Declaration, type LineRange, type OracleAnswer, plainName } from "../declaration.ts";
import { installed } from "./programs.ts";
import { declarationsIn } from "./typescript.ts";

/** Offsets of a script's content. */
interface Script {
  readonly start: number;
  readonly end: number;
}

interface Component {
  readonly scripts: readonly Script[];
  readonly others: readonly Declaration[];
}

interface Question {
  readonly root: string;
  readonly files: readonly string[];
  readonly home: string;
}

/** Files that the compiler or the parser rejects are left out. */
function componentDeclarations(
  { root, files }: Question,
  read: (file: string, text: string) => Component,
): OracleAnswer {
  const answer = new Map<string, readonly LineRange[]>();
  const declarations: Declaration[] = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const own = declarationsOf(file, text, read);
    if (!own) continue;
    answer.set(file, []);
    declarations.push(...own);
  }
  return { files: answer, declarations };
}

function declarationsOf(
  file: string,
  text: string,
  read: (file: string, text: string) => Component,
): Declaration[] | null {
  let component: Component;
  try {
    component = read(file, text);
  } catch {
    return null;
  }
  const inScripts = component.scripts.map(({ start, end }) =>
    declarationsIn(`${file}.ts`, blanked(text, start, end)),
  );
  if (inScripts.includes(null)) return null;
  return [
    ...inScripts.flatMap((own) => (own ?? []).map((declaration) => ({ ...declaration, file }))),
    ...component.others,
  ];
}

/** The text with everything outside of a range replaced by spaces, so that lines stay the same. */
export function blanked(text: string, start: number, end: number): string {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, " ");
  return blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
}

interface VueBlock {
  readonly loc: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };
  readonly src?: string;
}

interface VueCompiler {
  parse(text: string): {
    readonly descriptor: { readonly script: VueBlock | null; readonly scriptSetup: VueBlock | null };
    readonly errors: readonly unknown[];
  };
}

export async function vueDeclarations(question: Question): Promise<OracleAnswer> {
  const path = installed(question.home, "npm/node_modules/@vue/compiler-sfc/dist/compiler-sfc.cjs.js");
  // The package is not installed here, so its type is not known.
  const compiler = createRequire(import.meta.url)(path) as VueCompiler;
  return componentDeclarations(question, (_, text) => {
    const { descriptor, errors } = compiler.parse(text);
    if (errors.length > 0) throw new Error("The component has errors.");
    const blocks = [descriptor.script, descriptor.scriptSetup].filter((block) => block !== null);
    return {
      scripts: blocks.map(({ loc }) => ({ start: loc.start.offset, end: loc.end.offset })),
      others: [],
    };
  });
}

interface SvelteNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface SvelteCompiler {
  parse(text: string, options: { readonly modern: true }): SvelteNode;
}

export async function svelteDeclarations(question: Question): Promise<OracleAnswer> {
  const path = installed(question.home, "npm/node_modules/svelte/src/compiler/index.js");
  // The package is not installed here, so its type is not known.
  const compiler = (await import(pathToFileURL(path).href)) as SvelteCompiler;
  return componentDeclarations(question, (file, text) => {
    const tree = compiler.parse(text, { modern: true });
    const scripts = [tree["instance"], tree["module"]].flatMap((script) =>
      script ? [(script as SvelteNode)["content"] as SvelteNode] : [],
    );
    const ranges = scripts.map(({ start, end }) => ({ start, end }));
    return {
      scripts: ranges,
      others: [
        ...snippetsIn(file, text, tree["fragment"] as SvelteNode),
        ...ranges.flatMap(({ start, end }) => reactiveIn(file, blanked(text, start, end))),
      ],
    };
  });
}

/** Snippets, and what expressions of the template declare, which may be listed. */
function snippetsIn(file: string, text: string, fragment: SvelteNode): Declaration[] {
  const found: Declaration[] = [];
  const waiting: unknown[] = [fragment];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    const node = next as SvelteNode;
    const own = templateDeclaration(node);
    if (own)
      found.push({
        ...own.declaration,
        file,
        name: plainName(text.slice(own.name.start, own.name.end)),
        line: text.slice(0, own.name.start).split("\n").length,
      });
    waiting.push(...Object.values(node));
  }
  return found;
}

type TemplateDeclaration = Pick<Declaration, "kind" | "shape" | "optional">;

function templateDeclaration(
  node: SvelteNode,
): { readonly name: SvelteNode; readonly declaration: TemplateDeclaration } | null {
  switch (node.type) {
    case "SnippetBlock":
      return {
        name: node["expression"] as SvelteNode,
        declaration: { kind: "function", shape: "snippet" },
      };
    case "Property":
      return {
        name: node["key"] as SvelteNode,
        declaration: { kind: "method", shape: "key in a template", optional: true },
      };
    case "VariableDeclarator":
      return {
        name: node["id"] as SvelteNode,
        declaration: { kind: "variable", shape: "variable of a template", optional: true },
      };
    default:
      return null;
  }
}

/** Variables that `$: name = …` declares; those with a declaration of their own may be listed again. */
export function reactiveIn(file: string, script: string): Declaration[] {
  const source = ts.createSourceFile("a.ts", script, ts.ScriptTarget.ESNext, true);
  const declared = new Set(declarationsIn("a.ts", script)?.map(({ name }) => name));
  return source.statements.flatMap((statement): Declaration[] => {
    if (!ts.isLabeledStatement(statement) || statement.label.text !== "$") return [];
    const inner = statement.statement;
    if (!ts.isExpressionStatement(inner) || !ts.isBinaryExpression(inner.expression)) return [];
    const { left, operatorToken } = inner.expression;
    if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isIdentifier(left)) return [];
    const line = source.getLineAndCharacterOfPosition(left.getStart()).line + 1;
    return [
      {
        file,
        name: left.text,
        kind: "variable",
        line,
        shape: "reactive statement",
        ...(declared.has(left.text) ? { optional: true } : {}),
      },
    ];
  });
}
