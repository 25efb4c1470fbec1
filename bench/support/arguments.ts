/** Where the benchmarks find their data: nothing of it is part of the project. */

/** A path from the environment, or an error that says what it is for. */
export function requiredPath(name: string, meaning: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: ${meaning}`);
  return value;
}
