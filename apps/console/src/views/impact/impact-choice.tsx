/** The choice of what is compared: the source, its fields, and how far the impact is followed. */
import type { SatoriClient } from "@satori/client";
import { IMPACT_SOURCES, LIMITS, PLANNED_CHANGES } from "@satori/contracts";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Choice } from "../../parts/choice.tsx";
import { VersionNames } from "../../parts/version-names.tsx";
import { goTo, replaceWith } from "../../routing/navigation.ts";
import type { ImpactRoute } from "../../routing/route.ts";
import { choiceProblem } from "./impact-request.ts";
import { PLAN_LABELS, SOURCE_LABELS } from "./impact-words.ts";
import { keepDiff } from "./pasted-diff.ts";

const DEPTHS = [1, 2, 3, 5, LIMITS.changeImpact.depth.maximum] as const;

interface ImpactChoiceProps {
  readonly client: SatoriClient;
  readonly at: ImpactRoute;
  /** The one that was pasted last; empty if there is none. */
  readonly diff: string;
}

export function ImpactChoice({ client, at, diff }: ImpactChoiceProps) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => setProblem(""), [at]);
  const compare = (event: Event): void => {
    event.preventDefault();
    const fields = new FormData(form.current ?? undefined);
    // A field of another source is not in the form: its value stays.
    const valueOf = (name: "base" | "head" | "symbol"): string => String(fields.get(name) ?? at[name]).trim();
    const chosen = { ...at, base: valueOf("base"), head: valueOf("head"), symbol: valueOf("symbol") };
    const text = at.source === "diff" ? (form.current?.querySelector("textarea")?.value ?? "") : diff;
    const found = choiceProblem(chosen, text);
    setProblem(found);
    if (found !== "") return form.current?.querySelector<HTMLElement>("[data-first]")?.focus();
    keepDiff(at.path, text);
    goTo(chosen);
  };
  return (
    <form ref={form} class="impact-choice" onSubmit={compare}>
      <div class="filters">
        <Choice
          name="Compare"
          values={IMPACT_SOURCES}
          value={at.source}
          labelOf={(source) => SOURCE_LABELS[source]}
          onChoose={(source) => replaceWith({ ...at, source })}
        />
        <Choice
          name="Steps"
          values={DEPTHS}
          value={at.depth}
          titleOf={(depth) => `Affected code up to ${depth} steps from a changed symbol`}
          onChoose={(depth) => replaceWith({ ...at, depth })}
        />
      </div>
      <Fields key={at.source} client={client} at={at} diff={diff} isWrong={problem !== ""} />
      <p id="impact-problem" class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}

interface FieldsProps extends ImpactChoiceProps {
  readonly isWrong: boolean;
}

function Fields({ client, at, diff, isWrong }: FieldsProps) {
  switch (at.source) {
    case "work_tree":
      return (
        <p class="row">
          <button type="submit">Compare again</button>
        </p>
      );
    case "commits":
      return <VersionFields client={client} at={at} isWrong={isWrong} />;
    case "diff":
      return <DiffField diff={diff} isWrong={isWrong} />;
    case "symbols":
      return (
        <div class="fields">
          <TextField name="symbol" label="Symbol" at={at} isWrong={isWrong} maxLength={LIMITS.maxSymbolChars}>
            A name, FILE:NAME or FILE:LINE
          </TextField>
          <Choice
            name="What if"
            values={PLANNED_CHANGES}
            value={at.change}
            labelOf={(change) => PLAN_LABELS[change]}
            onChoose={(change) => replaceWith({ ...at, change })}
          />
          <button type="submit" class="main">
            Show the impact
          </button>
        </div>
      );
  }
}

function VersionFields({ client, at, isWrong }: Pick<FieldsProps, "client" | "at" | "isWrong">) {
  const [isOpened, setOpened] = useState(false);
  const versions = { at, maxLength: LIMITS.maxRefChars, list: "compared-versions" };
  return (
    <div class="fields" onFocusCapture={() => setOpened(true)}>
      <TextField name="base" label="Before" isWrong={isWrong} {...versions}>
        Branch, tag or commit
      </TextField>
      <TextField name="head" label="After" isWrong={false} {...versions}>
        HEAD
      </TextField>
      <button type="submit" class="main">
        Compare
      </button>
      <VersionNames id="compared-versions" client={client} path={at.path} isWanted={isOpened} />
    </div>
  );
}

interface TextFieldProps {
  readonly name: "base" | "head" | "symbol";
  readonly label: string;
  readonly at: ImpactRoute;
  readonly maxLength: number;
  readonly isWrong: boolean;
  /** Id of suggestions. */
  readonly list?: string;
  /** What can be entered. */
  readonly children: string;
}

/** The form reads its value. It follows the address when the user goes back. */
function TextField({ name, label, at, maxLength, isWrong, list, children }: TextFieldProps) {
  const [text, setText] = useState(at[name]);
  useEffect(() => setText(at[name]), [at[name]]);
  return (
    <label>
      <span>{label}</span>
      <input
        type="search"
        name={name}
        placeholder={children}
        autocomplete="off"
        spellcheck={false}
        maxLength={maxLength}
        value={text}
        onInput={({ currentTarget: { value } }) => setText(value)}
        {...(list === undefined ? {} : { list })}
        {...(name === "head" ? {} : wrongness(isWrong))}
      />
    </label>
  );
}

function DiffField({
  diff,
  isWrong,
}: {
  readonly diff: string;
  readonly isWrong: boolean;
}): ComponentChildren {
  return (
    <div class="stacked">
      <label for="diff">
        Unified diff, as <code>git diff</code> prints it: of a change to the files on disk, or one that they
        already have. It is not part of the address.
      </label>
      {/* Not controlled: drawing a large text again at each key would be slow. */}
      <textarea
        id="diff"
        rows={8}
        spellcheck={false}
        defaultValue={diff}
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey, currentTarget } = event;
          if (key !== "Enter" || !(ctrlKey || metaKey)) return;
          event.preventDefault();
          currentTarget.form?.requestSubmit();
        }}
        {...wrongness(isWrong)}
      />
      <p>
        <button type="submit" class="main" title="Ctrl+Enter">
          Show the impact
        </button>
      </p>
    </div>
  );
}

/** Of the first field of a form, which gets the focus if it is wrong. */
function wrongness(isWrong: boolean) {
  return { "data-first": "", "aria-invalid": isWrong, "aria-describedby": "impact-problem" } as const;
}
