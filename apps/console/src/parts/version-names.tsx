/** The branches and tags of a repository, as suggestions of a field for a version. */
import type { SatoriClient } from "@satori/client";
import { printable } from "@satori/contracts";
import { useAnswer } from "../connection/use-answer.ts";

interface VersionNamesProps {
  /** For the attribute `list` of the fields. */
  readonly id: string;
  readonly client: SatoriClient;
  /** Root of the codebase. */
  readonly path: string;
  /** False until somebody opens a field: the server is not asked before. */
  readonly isWanted: boolean;
}

export function VersionNames({ id, client, path, isWanted }: VersionNamesProps) {
  return <datalist id={id}>{isWanted ? <Names key={path} client={client} path={path} /> : null}</datalist>;
}

function Names({ client, path }: { readonly client: SatoriClient; readonly path: string }) {
  const { asked } = useAnswer(client, "manage_index", { action: "status", path });
  if (asked.kind !== "answered") return null;
  const refs = "refs" in asked.answer ? asked.answer.refs : undefined;
  return (
    <>
      {refs?.branches.map((name) => (
        <Name key={`b ${name}`} name={name} kind="branch" />
      ))}
      {refs?.tags.map((name) => (
        <Name key={`t ${name}`} name={name} kind="tag" />
      ))}
    </>
  );
}

function Name({ name, kind }: { readonly name: string; readonly kind: string }) {
  return <option value={name} label={`${printable(name)} (${kind})`} />;
}
