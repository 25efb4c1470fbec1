/** Tests inside source files, from a question to its first result. */
import { expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

const RUST = `//- src/exit_codes.rs
/// Merges exit codes into one: an error wins.
pub fn merge_exitcodes(results: &[ExitCode]) -> ExitCode {
${"    let code = results.first();\n".repeat(24)}    ExitCode::Success
}

#[cfg(test)]
mod tests {
${Array.from({ length: 12 }, (_, at) => `    #[test]\n    fn merges_exit_codes_of_several_commands_${at}() {\n        // merges the exit codes of several commands into one exit code\n        assert_eq!(merge_exitcodes(&[ExitCode::Success]), ExitCode::Success);\n    }\n`).join("\n")}}
`;

it("stand behind the code, unless a question asks for tests", async () => {
  await using codebase = await indexedTree(RUST);
  const labels = async (question: string): Promise<string | null | undefined> => {
    const [first] = (await codebase.search(question)).results;
    return first && "symbolLabel" in first ? first.symbolLabel : undefined;
  };
  expect(await labels("merge the exit codes of several commands into one")).toBe("merge_exitcodes");
  expect(await labels("unit tests for the exit codes of several commands")).toMatch(/^tests\./);
});
