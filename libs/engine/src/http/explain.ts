/**
 * Turns a service's failure into a sentence for people: what happened, whose service it is, and what to do.
 * Pure.
 */
import type { Secret } from "../secret.ts";
import type { ServiceFailure } from "./service-failure.ts";

/** Facts about a service that do not depend on its protocol. */
export interface ServiceFacts {
  /** Name for people. */
  readonly label: string;
  readonly model: string;
  /** Its URL without a trailing slash. */
  readonly url: string;
  readonly key: Secret | null;
  /** Names of the settings to check; null if there is none. */
  readonly settings: { readonly key: string | null; readonly model: string; readonly url: string | null };
  /** How to make a missing model available, as an alternative to another setting. */
  readonly modelHint?: string;
  /** How to make an unreachable service reachable, as an alternative to another setting. */
  readonly startHint?: string;
  /**
   * What to do or know if the service may answer again later; starts in lower case. Default: try again later.
   */
  readonly laterHint?: string;
}

/** One sentence that never contains the key, whatever the service's message. */
export function sentence(service: ServiceFacts, failure: ServiceFailure): string {
  const later = service.laterHint ?? "try again later";
  const { label, model, url, key, settings } = service;
  const detail = key ? key.struckFrom(failure.detail) : failure.detail;
  const checkUrl = settings.url === null ? "check the connection" : `check ${settings.url}`;
  switch (failure.kind) {
    case "unauthorised":
      // Services quote parts of keys in these messages, so they are not shown.
      if (settings.key === null) return `${label} at ${url} denies access: ${checkUrl}`;
      return key
        ? `${label} rejects the key: check ${settings.key}`
        : `${label} needs a key: set ${settings.key}`;
    case "unknown_model":
      return (
        `${label} at ${url} does not offer the model "${model}" (${detail}): ` +
        `${service.modelHint === undefined ? "" : `${service.modelHint}, or `}set ` +
        `${settings.model}${settings.url === null ? "" : `, and ${checkUrl}`}`
      );
    case "quota":
      return `${label}: the quota is used up (${detail}). Raise it, or wait until it is renewed: ${later}`;
    case "rate_limited":
      return `${label} still reports too many requests (${detail}): ${later}`;
    case "too_large":
      return `${label} rejects even the smallest request (${detail}): use another model in ${settings.model}`;
    case "refused":
      return (
        `${label} at ${url} rejects the request (${detail}): check ` +
        `${settings.model}${settings.url === null ? "" : ` and ${settings.url}`}`
      );
    case "redirected":
      return `${label} at ${url} redirects to another address, but redirects are not followed: ${checkUrl}`;
    case "unavailable":
      return `${label} at ${url} cannot answer right now (${detail}): ${later}`;
    case "unreachable":
    case "timeout":
      return (
        `${label} cannot be reached at ${url} (${detail}): ` +
        `${service.startHint === undefined ? "" : `${service.startHint}, or `}${checkUrl}`
      );
    case "malformed":
      return (
        `${label} at ${url} gave an unexpected answer, ${detail}: ` +
        `${checkUrl}${settings.url === null ? "" : ` and ${settings.model}`}`
      );
  }
}
