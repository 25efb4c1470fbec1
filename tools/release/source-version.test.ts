import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { datedChangelog, releaseNotes } from "./changelog.ts";
import { ROOT } from "./packages.ts";
import { VERSION_PLACES, isVersion, versionIn, withVersion } from "./source-version.ts";

const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

describe("the version", () => {
  it("is the same in all places", () => {
    const versions = VERSION_PLACES.map((place) => versionIn(place, textOf(place.file)));
    expect(new Set(versions).size).toBe(1);
  });

  it.each(VERSION_PLACES.map((place) => [place.file, place] as const))("is changed in %s", (file, place) => {
    const changed = withVersion(place, textOf(file), "9.8.7-rc.1");
    expect(versionIn(place, changed)).toBe("9.8.7-rc.1");
    const own = [...changed.matchAll(/"@satori\/[a-z]+": "(\d[^"]*)"/g)].map(([, version]) => version);
    expect(own.filter((version) => version !== "9.8.7-rc.1")).toEqual([]);
  });

  it.each(["1.2", "v1.2.3", "1.2.3 ", "", "1.2.3-"])("is not %j", (text) => {
    expect(isVersion(text)).toBe(false);
  });
});

describe("the changelog", () => {
  const changelog = "# Changelog\n\n## [Unreleased] 0.2.0\n\n- New.\n\n## [0.1.0] - 2026-01-02\n\n- Old.\n";

  it("has the notes of a version, until it is released and after", () => {
    expect(releaseNotes(changelog, "0.2.0")).toBe("- New.\n");
    expect(releaseNotes(changelog, "0.1.0")).toBe("- Old.\n");
    expect(releaseNotes(datedChangelog(changelog, "0.2.0", "2026-03-04"), "0.2.0")).toBe("- New.\n");
    expect(datedChangelog(changelog, "0.2.0", "2026-03-04")).toContain("\n## [0.2.0] - 2026-03-04\n");
  });

  it("must have notes", () => {
    expect(() => releaseNotes(changelog, "0.3.0")).toThrow('CHANGELOG.md has no "## [Unreleased] 0.3.0"');
    expect(() => releaseNotes("## [Unreleased] 1.0.0\n\n## [0.9.0]\n", "1.0.0")).toThrow("text below it");
  });
});
