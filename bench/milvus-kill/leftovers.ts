/** Finds data on a server that does not belong to one version of the tree, without using the product. */
import { MilvusCollections } from "../../tools/milvus/collections.ts";
import { treeAt } from "../kill/tree.ts";

/** @param version version of the tree in the server's only index */
export async function findLeftovers(address: string, version: number): Promise<string[]> {
  await using collections = new MilvusCollections(address);
  const names = await collections.names();
  if (names.length !== 1) return [`there are ${names.length} collections: ${names.join(", ")}`];
  const rows = await collections.ids(names[0] ?? "", "kind in [0,1,2]");
  const tree = treeAt(version);
  const strange = rows.filter(({ path }) => !tree.has(path));
  const versions = new Map<string, Set<string>>();
  for (const { id, path } of rows)
    versions.set(path, (versions.get(path) ?? new Set()).add(id.split(":")[1] ?? ""));
  const doubled = [...versions].filter(([, ids]) => ids.size > 1).map(([path]) => path);
  return [
    ...(strange.length > 0 ? [`${strange.length} rows are of files that are gone: ${strange[0]?.path}`] : []),
    ...(doubled.length > 0 ? [`${doubled.length} files have rows of several versions: ${doubled[0]}`] : []),
  ];
}
