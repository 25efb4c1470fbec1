/** What a team runs beside the product names metrics, labels and commands that exist. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { METRICS, type MetricContract, SETTINGS } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../apps/cli/src/commands/index.ts";
import { parseCommandLine } from "../../apps/cli/src/program.ts";
import { ROOT } from "./packages.ts";

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Expressions of the dashboard and of the alerting rules. */
const expressions = [
  ...(JSON.parse(textOf("packaging/grafana/satori.json")) as Dashboard).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  ),
  ...(parse(textOf("packaging/grafana/alerts.yaml")) as Rules).groups.flatMap(({ rules }) =>
    rules.map(({ expr }) => expr),
  ),
];

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

describe("dashboard and alerts", () => {
  it.each(expressions.map((expression) => [expression]))("%s asks for what there is", (expression) => {
    const names = expression.match(/\b(?:satori|codeintel)_[a-z_]+/g) ?? [];
    expect(names.length + Number(expression.startsWith("up{"))).toBeGreaterThan(0);
    for (const name of names) {
      const plain = name.replace(/_bucket$/, "");
      expect(Object.keys(METRICS)).toContain(plain);
      expect(name === plain).toBe(METRICS[plain as keyof typeof METRICS].type !== "histogram");
    }
    for (const [, label = "", value = ""] of expression.matchAll(/\b([a-z_]+)="([a-z_]+)"/g)) {
      if (label === "job") continue;
      const labels = names.map(
        (name) => METRICS[name.replace(/_bucket$/, "") as keyof typeof METRICS].labels as Labels,
      );
      expect(labels.some((known) => known[label] === "any" || known[label]?.includes(value) === true)).toBe(
        true,
      );
    }
  });
});

type Labels = MetricContract["labels"];

describe("jobs", () => {
  it.each(readdirSync(join(ROOT, "packaging/ci")).map((name) => [name]))(
    "%s runs commands that exist",
    (name) => {
      const commands = [...textOf(`packaging/ci/${name}`).matchAll(/^\s*(?:- )?satori (.+)$/gm)].map(
        ([, words = ""]) => words.replaceAll('"', "").split(" "),
      );
      expect(commands.map(([command]) => command)).toEqual(["index", "export"]);
      for (const words of commands)
        expect(parseCommandLine(words, COMMANDS, "0.0.0")).toMatchObject({ kind: "command" });
      // Satori refuses to start with a setting that it does not have.
      for (const [variable] of textOf(`packaging/ci/${name}`).matchAll(/\bSATORI_\w+/g))
        expect(Object.keys(SETTINGS)).toContain(variable);
    },
  );
});
