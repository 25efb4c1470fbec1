/** Generates the methods of the Python client, one per tool, and the types of their results. */
import { TOOLS, type ToolName } from "@satori/contracts";
import type { ToolSchemas } from "../contracts/schemas.ts";
import type { PythonContracts } from "./python-schema.ts";
import { pascalCase } from "./typescript.ts";

type Schema = Readonly<Record<string, unknown>>;

export function pythonMethods(
  command: string,
  contracts: PythonContracts,
  schemas: ReadonlyMap<ToolName, ToolSchemas>,
): string {
  const { tools } = contracts;
  const outputs = [...tools].map(([tool, { variants, discriminator }]) => {
    const union = variants.map((name) => `models.${name}`).join(" | ");
    return (
      `${outputOf(tool)}: TypeAlias = ` +
      `${discriminator === null ? union : `Annotated[${union}, Field(discriminator="${discriminator}")]`}`
    );
  });
  const forms = SEARCH_FORMS.map(({ output, lacks }) => {
    const variants = (tools.get(SEARCH)?.variants ?? []).filter((name) => name !== lacks);
    return `${output}: TypeAlias = ${variants.map((name) => `models.${name}`).join(" | ")}`;
  });
  const types = [...tools.keys()].map((tool) => `    "${tool}": ${outputOf(tool)},`);
  return [
    ...headOf(
      command,
      "One method a tool. Answers are told apart by `status`; gates and failures are values.",
    ),
    "from typing import Annotated, Any, Literal, TypeAlias, overload",
    "",
    "from pydantic import Field",
    "",
    "from .._options import CallOptions",
    "from . import models",
    "",
    ...outputs,
    ...forms,
    "",
    "# A type for each tool, for `pydantic.TypeAdapter`.",
    "OUTPUT_TYPES: dict[str, Any] = {",
    ...types,
    "}",
    ...classOf("ToolMethods", ASYNC, contracts, schemas),
  ].join("\n");
}

/** The same methods in blocking form. */
export function pythonSyncMethods(
  command: string,
  contracts: PythonContracts,
  schemas: ReadonlyMap<ToolName, ToolSchemas>,
): string {
  return [
    ...headOf(command, "The methods of `ToolMethods`, which block until there is an answer."),
    "from typing import Any, Literal, overload",
    "",
    "from .._options import CallOptions",
    "from . import models",
    `from .tool_methods import ${[...contracts.tools.keys()].map(outputOf).join(", ")}, ` +
      SEARCH_FORMS.map(({ output }) => output).join(", "),
    ...classOf("SyncToolMethods", SYNC, contracts, schemas),
  ].join("\n");
}

/** Keywords for a method definition, and for a call inside it. */
interface Manner {
  readonly define: string;
  readonly wait: string;
}

const ASYNC: Manner = { define: "async def", wait: "await " };
const SYNC: Manner = { define: "def", wait: "" };

function headOf(command: string, about: string): string[] {
  return [
    `# Made by \`${command}\`; do not edit.`,
    "# ruff: noqa",
    `"""${about}"""`,
    "",
    "from __future__ import annotations",
    "",
    "from abc import ABC, abstractmethod",
    "from collections.abc import Mapping, Sequence",
  ];
}

function classOf(
  name: string,
  manner: Manner,
  { tools }: PythonContracts,
  schemas: ReadonlyMap<ToolName, ToolSchemas>,
): string[] {
  return [
    "",
    "",
    `class ${name}(ABC):`,
    "    @abstractmethod",
    `    ${manner.define} call(self, tool: str, arguments: Mapping[str, Any], options: CallOptions | ` +
      "None = None) -> Any:",
    '        """The answer of a tool, by the names of the wire."""',
    ...TOOLS.map((tool) =>
      method(
        {
          tool: tool.name,
          description: tool.description,
          input: (schemas.get(tool.name) as ToolSchemas).input,
          names: tools.get(tool.name)?.inputNames ?? new Map<string, string>(),
        },
        manner,
      ),
    ),
    "",
  ];
}

function outputOf(tool: ToolName): string {
  return `${pascalCase(tool)}Output`;
}

interface Method {
  readonly tool: ToolName;
  readonly description: string;
  readonly input: Schema;
  /** Classes, by their names in the schema. */
  readonly names: ReadonlyMap<string, string>;
}

function method({ tool, description, input, names }: Method, { define, wait }: Manner): string {
  const required = new Set((input["required"] ?? []) as string[]);
  const own = Object.entries(input["properties"] as Readonly<Record<string, Schema>>).sort(
    ([left], [right]) => Number(required.has(right)) - Number(required.has(left)),
  );
  const parameters = own.map(
    ([name, schema]) =>
      `        ${snakeCase(name)}: ` +
      `${typeOf(schema, input, names)}${required.has(name) ? "" : " | None = None"},`,
  );
  const described = own
    .filter(([, schema]) => schema["description"] !== undefined)
    .map(
      ([name, schema]) =>
        `            ${snakeCase(name)}: ${String(schema["description"]).replaceAll(/\s+/g, " ")}`,
    );
  return [
    ...(tool === SEARCH ? searchOverloads(parameters, define) : []),
    "",
    `    ${define} ${tool}(`,
    "        self,",
    "        *,",
    ...parameters,
    "        options: CallOptions | None = None,",
    `    ) -> ${outputOf(tool)}:`,
    `        """${description}`,
    ...(described.length > 0 ? ["", "        Args:", ...described] : []),
    '        """',
    `        arguments = {${own.map(([name]) => `"${name}": ${snakeCase(name)}`).join(", ")}}`,
    `        answer: ${outputOf(tool)} = ${wait}self.call("${tool}", arguments, options)`,
    "        return answer",
  ].join("\n");
}

const SEARCH = "search_codebase";

/** Forms of a search's answer, by the result mode. `lacks` is the class that such an answer is not. */
const SEARCH_FORMS = [
  { mode: 'Literal["context"]', output: "SearchContextOutput", lacks: "SearchCodebaseOk" },
  {
    mode: 'Literal["grouped", "raw"] | None = None',
    output: "SearchResultsOutput",
    lacks: "SearchCodebaseContextOk",
  },
] as const;

/** Signatures that tell type checkers which form an answer has; the last one takes any result mode. */
function searchOverloads(parameters: readonly string[], define: string): string[] {
  const signatures = [
    ...SEARCH_FORMS.map(({ mode, output }) => ({
      output,
      parameters: parameters.map((line) =>
        line.trimStart().startsWith("result_mode:") ? `        result_mode: ${mode},` : line,
      ),
    })),
    { output: outputOf(SEARCH), parameters },
  ];
  return signatures.flatMap(({ output, parameters: own }) => [
    "",
    "    @overload",
    `    ${define} ${SEARCH}(`,
    "        self,",
    "        *,",
    ...own,
    "        options: CallOptions | None = None,",
    `    ) -> ${output}: ...`,
  ]);
}

function typeOf(schema: Schema, root: Schema, names: ReadonlyMap<string, string>): string {
  const {
    $ref: ref,
    enum: values,
    items,
  } = schema as { $ref?: string; enum?: readonly string[]; items?: Schema };
  if (ref !== undefined) {
    const name = ref.replace("#/$defs/", "");
    const target = (root["$defs"] as Readonly<Record<string, Schema>>)[name] ?? {};
    return target["type"] === "object" ? `models.${names.get(name) ?? name}` : typeOf(target, root, names);
  }
  if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
  if (schema["const"] !== undefined) return `Literal[${JSON.stringify(schema["const"])}]`;
  if (schema["type"] === "array") return `Sequence[${items ? typeOf(items, root, names) : "Any"}]`;
  const plain: Readonly<Record<string, string>> = {
    string: "str",
    integer: "int",
    number: "float",
    boolean: "bool",
  };
  return plain[String(schema["type"])] ?? "Any";
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
