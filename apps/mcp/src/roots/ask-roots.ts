/** Requests the roots of a client; each era of the protocol has its own way. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  type Server,
  type ServerContext,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import type { LogEvent } from "@satori/engine";
import { SERVER_LIMITS } from "../limits.ts";
import { type CallFolders, ClientRoots, type Root, callFolders } from "./client-roots.ts";

/**
 * The folders of a call. `must_ask`: the call must be answered with `ASK_FOR_ROOTS`, and the client repeats
 * it with its roots.
 */
export type FoldersOfCall = (context: ServerContext) => Promise<CallFolders | "must_ask">;

export interface FolderSources {
  /** `--root`, absolute; null if not given. */
  readonly root: string | null;
  readonly allowedRoots: readonly string[];
  readonly workingFolder: string;
  readonly log: LogEvent;
}

/** Returns a factory: for each server, a function that returns the folders of its client, requested once. */
export function connectionFolders({ log, ...sources }: FolderSources): (server: Server) => FoldersOfCall {
  return (server) => {
    const ask = createRootsQuestion(server, log);
    return async (context) => {
      const clientFolders = await ask(context);
      return clientFolders === "must_ask" ? clientFolders : callFolders({ ...sources, clientFolders });
    };
  };
}

type RootsQuestion = (context: ServerContext) => Promise<readonly string[] | "must_ask">;

/** The key under which a client of the newest era sends its roots with the repeated call. */
const ROOTS_INPUT = "roots";

/** The answer that makes a client of the newest era repeat the call with its roots. */
export const ASK_FOR_ROOTS: InputRequiredResult = inputRequired({
  inputRequests: { [ROOTS_INPUT]: inputRequired.listRoots() },
});

/** For the calls of one connection. Clients that declare no roots are not asked. */
function createRootsQuestion(server: Server, log: LogEvent): RootsQuestion {
  const roots = new ClientRoots();
  server.setNotificationHandler("notifications/roots/list_changed", () => roots.forget());

  const askNow = async (): Promise<readonly Root[]> => {
    try {
      return (await server.listRoots(undefined, { timeout: SERVER_LIMITS.rootsTimeoutMs })).roots;
    } catch (error) {
      log("warn", "roots_unknown", { error: String(error) });
      return [];
    }
  };

  return async ({ mcpReq: { envelope, inputResponses } }) => {
    const isNewestEra = envelope !== undefined;
    const hasRoots = isNewestEra
      ? declaresRoots(envelope)
      : server.getClientCapabilities()?.roots !== undefined;
    if (!hasRoots) return [];
    if (!isNewestEra) return roots.get(askNow);
    if (!roots.isKnown && inputResponses === undefined) return "must_ask";
    const answer = inputResponse(inputResponses, ROOTS_INPUT);
    return roots.get(() => Promise.resolve(answer.kind === "roots" ? answer.roots : []));
  };
}

function declaresRoots(envelope: Readonly<Record<string, unknown>>): boolean {
  // The protocol layer has checked that a request of this era contains its client's capabilities.
  return (
    (envelope[CLIENT_CAPABILITIES_META_KEY] as { readonly roots?: object } | undefined)?.roots !== undefined
  );
}
