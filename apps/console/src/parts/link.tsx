/** A link to a place in the page. */
import type { ComponentChildren } from "preact";
import { isHere, visit } from "../routing/navigation.ts";
import { type Route, formatRoute } from "../routing/route.ts";

interface LinkProps {
  readonly to: Route;
  readonly class?: string;
  readonly title?: string;
  /** One of the elements that keys go through. */
  readonly isStop?: true;
  readonly children: ComponentChildren;
}

export function Link({ to, class: className = "", title, isStop, children }: LinkProps) {
  const hash = formatRoute(to);
  // The browser does nothing about a link to where it is.
  const again = (): void => void (isHere(hash) && (visit.value += 1));
  return (
    <a
      href={hash}
      class={className}
      onClick={again}
      {...(title === undefined ? {} : { title })}
      {...(isStop ? { "data-stop": "" } : {})}
    >
      {children}
    </a>
  );
}
