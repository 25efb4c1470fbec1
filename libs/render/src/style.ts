/** The few roles of text that a reader may see in a style of their own. */

export interface Style {
  readonly file: (text: string) => string;
  readonly symbol: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly match: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly error: (text: string) => string;
}

const asIs = (text: string): string => text;

/** Text as it is, for readers without styles. */
export const PLAIN: Style = {
  file: asIs,
  symbol: asIs,
  quiet: asIs,
  match: asIs,
  warning: asIs,
  error: asIs,
};
