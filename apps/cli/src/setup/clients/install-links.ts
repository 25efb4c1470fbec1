/** Links that let a client add the server itself, after asking. Pure. */
import { CommandError } from "../../failure.ts";
import type { Entry } from "./client.ts";
import { CLIENTS, CLIENT_IDS, type ClientId } from "./clients.ts";

export interface InstallLink {
  /** The application that opens it. */
  readonly title: string;
  readonly url: string;
  /** The same for pages that allow only links to web addresses, such as those of GitHub. */
  readonly webUrl: string;
}

type LinksOf = (name: string, entry: Entry) => readonly InstallLink[];

const LINKS: Partial<Record<ClientId, LinksOf>> = {
  /** @see https://cursor.com/docs/mcp/install-links */
  cursor: (name, entry) => {
    const config = Buffer.from(JSON.stringify(entry), "utf8").toString("base64");
    const query = `name=${encodeURIComponent(name)}&config=${encodeURIComponent(config)}`;
    return [
      {
        title: "Cursor",
        url: `cursor://anysphere.cursor-deeplink/mcp/install?${query}`,
        webUrl: `https://cursor.com/en/install-mcp?${query}`,
      },
    ];
  },
  /** @see https://code.visualstudio.com/api/extension-guides/ai/mcp */
  vscode: (name, entry) =>
    [
      ["VS Code", "vscode"],
      ["VS Code Insiders", "vscode-insiders"],
    ].map(([title = "", scheme = ""]) => {
      const url = `${scheme}:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`;
      const site = scheme === "vscode" ? "vscode.dev" : "insiders.vscode.dev";
      return { title, url, webUrl: `https://${site}/redirect?url=${encodeURIComponent(url)}` };
    }),
};

/** Throws `INVALID_ARGUMENTS` for a client that has no such links. */
export function installLinks(id: ClientId, name: string, entry: Entry): readonly InstallLink[] {
  const links = LINKS[id];
  if (links) return links(name, entry);
  const able = CLIENT_IDS.filter((other) => other in LINKS).join(", ");
  throw new CommandError(
    "INVALID_ARGUMENTS",
    `--link is not possible for ${CLIENTS[id].title}: only ${able} have install links; leave out --link`,
  );
}
