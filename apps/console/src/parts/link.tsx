/** A link to a place in the page. */
import type { ComponentChildren } from "preact";
import { type Route, formatRoute } from "../routing/route.ts";

export function Link({ to, class: className = "", title, children }: { readonly to: Route; readonly class?: string; readonly title?: string; readonly children: ComponentChildren }) {
  return <a href={formatRoute(to)} class={className} {...(title === undefined ? {} : { title })}>{children}</a>;
}
