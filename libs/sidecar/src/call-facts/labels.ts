/** Argument labels: how a function's labels are stored, and how calls are matched against them. */

/**
 * The name to which a function binds the list of its labels, as texts: `for`, or `_` if callers write none.
 */
export const LABELS = "<labels>";
/** Suffix of the label of an optional parameter. */
export const OPTIONAL = "=";
/** Suffix of the label of a variadic parameter. */
export const REST = "...";
/** Argument name of a trailing closure without a label: it may fill a parameter of any label. */
export const TRAILING = "{}";
/** The label of a parameter that callers do not name. */
export const UNLABELLED = "_";

interface Label {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isRest: boolean;
}

/** Parses a stored label. */
export function readLabel(text: string): Label {
  const isRest = text.endsWith(REST);
  const isOptional = isRest || text.endsWith(OPTIONAL);
  return {
    name: text.slice(0, text.length - (isRest ? REST.length : isOptional ? OPTIONAL.length : 0)),
    isOptional,
    isRest,
  };
}

/**
 * The index of the parameter that each argument fills; null if a function with these labels cannot be called
 * this way.
 *
 * @param args names of the arguments, null for those without
 */
export function placedByLabels(
  labels: readonly Label[],
  args: readonly (string | null)[],
): readonly number[] | null {
  const placed: number[] = [];
  let next = 0;
  for (const arg of args) {
    const isOneMore = arg === null && labels[next - 1]?.isRest === true && placed.at(-1) === next - 1;
    const at = isOneMore
      ? next - 1
      : arg === TRAILING
        ? closureFrom(labels, next)
        : labelledFrom(labels, next, arg ?? UNLABELLED);
    if (at === -1) return null;
    placed.push(at);
    next = at + 1;
  }
  return labels.slice(next).every(({ isOptional }) => isOptional) ? placed : null;
}

/** Index of the next parameter with a label, if those before it are optional; -1 if there is none. */
function labelledFrom(labels: readonly Label[], from: number, name: string): number {
  for (let at = from; at < labels.length; at++) {
    if (labels[at]?.name === name) return at;
    if (labels[at]?.isOptional !== true) return -1;
  }
  return -1;
}

/** Index of the next required parameter; if none is required, of the last one. */
function closureFrom(labels: readonly Label[], from: number): number {
  const needed = labels.findIndex(({ isOptional }, at) => at >= from && !isOptional);
  return needed >= 0 ? needed : from < labels.length ? labels.length - 1 : -1;
}
