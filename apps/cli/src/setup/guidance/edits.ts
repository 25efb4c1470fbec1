/** The edits of the files that guide a client's agents: adds the parts, or removes them. */
import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Machine, Scope } from "../clients/client.ts";
import { join } from "../clients/client-parts.ts";
import type { ClientId } from "../clients/clients.ts";
import { unusable } from "../files/edited.ts";
import type { FileEdit } from "../files/plan.ts";
import { readConfiguration } from "../files/write-file.ts";
import { hasOtherBlock, withBlock, withoutBlock } from "./block.ts";
import { GUIDANCE } from "./client-guidance.ts";
import { withHook, withoutHook } from "./edit-hooks.ts";
import { type HookFile, type OwnFile, PARTS, type Part, type SharedFile } from "./guidance.ts";
import { isOwnHook } from "./hooks.ts";
import { isMarked, withClient, withoutClient, withoutClients } from "./own-file.ts";
import { INSTRUCTIONS } from "./texts.ts";

export interface GuidanceRequest {
  readonly id: ClientId;
  readonly scope: Scope;
  readonly machine: Machine;
  /** Name of the server in the client. */
  readonly server: string;
  readonly parts: readonly Part[];
  /** The script of the command line, for hooks in files that only this user has. */
  readonly script: string;
}

/** The parts that a client documents in a scope, in the order of `PARTS`. */
export function partsOf(id: ClientId, scope: Scope): readonly Part[] {
  return PARTS.filter((part) => part === "server" || GUIDANCE[id][part][scope] !== null);
}

/** Edits that add the parts, in the order of `PARTS`. Reads files of instructions. */
export function additions(request: GuidanceRequest): FileEdit<Part>[] {
  return filesOf(request).flatMap(({ part, file }) => {
    switch (file.kind) {
      case "block":
        return [blockAddition(part, file, request)];
      case "file":
        return [ownFileAddition(part, file, request)];
      case "hook":
        return [hookAddition(part, file, request)];
    }
  });
}

/** Edits that remove the parts, in the order of `PARTS`. Reads files of instructions. */
export function removals(request: GuidanceRequest): FileEdit<Part>[] {
  const { machine, id } = request;
  return filesOf(request).flatMap(({ part, file }): FileEdit<Part>[] => {
    if (file.kind === "block")
      return candidatesOf(file, machine).map((path) => ({
        part,
        file: path,
        edit: (text) => (text === null ? null : withoutBlock({ text, file: path, client: id })),
        isRepeatable: (text) => !hasOtherBlock({ text, file: path }, INSTRUCTIONS),
      }));
    if (file.kind === "hook") return [hookRemoval(part, file, request)];
    const path = file.file(machine);
    return [
      {
        part,
        file: path,
        edit: (text) => (text === null ? null : withoutClient(text, id)),
        ...unchanged(file, request),
      },
    ];
  });
}

function filesOf({ id, scope, parts }: GuidanceRequest): {
  readonly part: Part;
  readonly file: SharedFile | OwnFile | HookFile;
}[] {
  return PARTS.flatMap((part) => {
    const file = part === "server" || !parts.includes(part) ? null : GUIDANCE[id][part][scope];
    return file === null ? [] : [{ part, file }];
  });
}

function blockAddition(part: Part, file: SharedFile, { id, machine }: GuidanceRequest): FileEdit<Part> {
  const read = file.files(machine).find(isFile) ?? file.created(machine);
  const path = importedBy(read, file, machine) ?? read;
  return {
    part,
    file: path,
    edit: (text) => withBlock({ text, file: path, client: id }, INSTRUCTIONS),
    isRepeatable: (text) => !hasOtherBlock({ text, file: path }, INSTRUCTIONS),
  };
}

/** The file next to this one that it imports, if it exists: a block in both would be read twice. */
function importedBy(path: string, { imports }: SharedFile, { platform }: Machine): string | null {
  if (!imports || !imports.line.test(readConfiguration(path) ?? "")) return null;
  const imported = join(platform, dirname(path), imports.name);
  return isFile(imported) ? imported : null;
}

/** Also of a link. Where one client has a file, another can have a folder: `.clinerules`. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Existing files that may have the client's block, each once, even if links lead to it. */
function candidatesOf(file: SharedFile, machine: Machine): readonly string[] {
  const created = file.created(machine);
  const imported = file.imports ? [join(machine.platform, dirname(created), file.imports.name)] : [];
  const paths = [...file.files(machine), created, ...imported].filter(isFile);
  const targets = paths.map((path) => realpathSync(path));
  return paths.filter((_, at) => targets.indexOf(targets[at] as string) === at);
}

function ownFileAddition(part: Part, file: OwnFile, request: GuidanceRequest): FileEdit<Part> {
  const path = file.file(request.machine);
  return {
    part,
    file: path,
    edit: (text) => {
      if (text !== null && text.trim() !== "" && !isMarked(text))
        throw unusable(
          path,
          `exists, and was not written by setup: move it, or leave out this part with --without ${part}`,
        );
      return withClient(text, file.text(request.server), request.id);
    },
    ...unchanged(file, request),
  };
}

/** A file as setup writes it needs no backup. */
function unchanged(file: OwnFile, { server }: GuidanceRequest): Pick<FileEdit<Part>, "isRepeatable"> {
  return { isRepeatable: (text) => withoutClients(text) === file.text(server) };
}

function hookAddition(part: Part, file: HookFile, request: GuidanceRequest): FileEdit<Part> {
  const path = file.file(request.machine);
  return {
    part,
    file: path,
    edit: (text) => withHook(hookEditOf(text, path, file), hookOf(file, request)),
    isRepeatable: (text) => {
      const added = withHook(hookEditOf(text, path, file), hookOf(file, request));
      return added === text || withoutHook(hookEditOf(added, path, file)) === text;
    },
  };
}

function hookRemoval(part: Part, file: HookFile, request: GuidanceRequest): FileEdit<Part> {
  const path = file.file(request.machine);
  return {
    part,
    file: path,
    edit: (text) => (text === null ? null : withoutHook(hookEditOf(text, path, file))),
    isRepeatable: (text) => text === withHook(hookEditOf(text, path, file), hookOf(file, request)),
  };
}

function hookOf({ entry, isPersonal }: HookFile, { id, script }: GuidanceRequest): object {
  return entry.hook([...(isPersonal ? [process.execPath, script] : ["satori"]), "hook", id]);
}

function hookEditOf<Text extends string | null>(text: Text, path: string, { entry }: HookFile) {
  return { text, file: path, path: entry.path, base: entry.base, isOwn: isOwnHook };
}
