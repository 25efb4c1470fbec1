/** A link to a route of the page. */
import type { ComponentChildren } from "preact";
import { isHere, visit } from "../routing/navigation.ts";
import { type Route, formatRoute } from "../routing/route.ts";

interface LinkProps {
  readonly to: Route;
  readonly class?: string;
  readonly title?: string;
  /** Whether the keys `j` and `k` stop here. */
  readonly isStop?: true;
  readonly children: ComponentChildren;
}

export function Link({ to, class: className = "", title, isStop, children }: LinkProps) {
  const hash = formatRoute(to);
  // Browsers ignore a link to the current address.
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
