/** The repositories of the benchmark, and which of their files are tests and source code. Pure. */

export interface Repository {
  /** OWNER/NAME. */
  readonly name: string;
  readonly language: string;
  /** Test files that a runner runs: no helpers, fixtures or snapshots. Written by hand for each repository. */
  readonly tests: RegExp;
  /** Everything that belongs to tests, and is therefore taken out of the diff. */
  readonly support: RegExp;
  readonly sources: RegExp;
}

/** By language, then name. */
export const REPOSITORIES: readonly Repository[] = [
  {
    name: "App-vNext/Polly",
    language: "C#",
    tests: /^test\/.*(?:Tests?|Specs)\.cs$/,
    support: /^(?:test|bench|samples)\//,
    sources: /^src\/.*\.cs$/,
  },
  {
    name: "AutoMapper/AutoMapper",
    language: "C#",
    tests: /^src\/(?:UnitTests|IntegrationTests)\/(?!Internal\/|Properties\/).*\.cs$/,
    support: /^src\/(?:UnitTests|IntegrationTests|Benchmark)\//,
    sources: /^src\/AutoMapper\/.*\.cs$/,
  },
  {
    name: "gohugoio/hugo",
    language: "Go",
    tests: /_test\.go$/,
    support: /_test\.go$|(?:^|\/)testdata\/|^testscripts\//,
    sources: /\.go$/,
  },
  {
    name: "google/gson",
    language: "Java",
    tests: /\/src\/test\/java\/.*Test\.java$/,
    support: /\/src\/test\//,
    sources: /\/src\/main\/java\/.*\.java$/,
  },
  {
    name: "apache/commons-lang",
    language: "Java",
    tests: /^src\/test\/java\/.*Test\.java$/,
    support: /^src\/test\//,
    sources: /^src\/main\/java\/.*\.java$/,
  },
  {
    name: "eslint/eslint",
    language: "JavaScript",
    tests: /^tests\/(?!fixtures\/|bench\/|.*\/fixtures\/).*\.js$/,
    support: /^tests\//,
    sources: /^lib\/.*\.js$/,
  },
  {
    name: "composer/composer",
    language: "PHP",
    tests: /^tests\/.*Test\.php$/,
    support: /^tests\//,
    sources: /^src\/.*\.php$/,
  },
  {
    name: "pytest-dev/pytest",
    language: "Python",
    tests: /^testing\/(?!example_scripts\/).*test_\w+\.py$|^testing\/\w+_test\.py$/,
    support: /^testing\//,
    sources: /^src\/.*\.py$/,
  },
  {
    name: "scrapy/scrapy",
    language: "Python",
    tests: /^tests\/(?:.*\/)?test_\w+\.py$/,
    support: /^tests(?:_typing)?\//,
    sources: /^scrapy\/.*\.py$/,
  },
  {
    name: "rubocop/rubocop",
    language: "Ruby",
    tests: /^spec\/.*_spec\.rb$/,
    support: /^spec\//,
    sources: /^lib\/.*\.rb$/,
  },
  {
    name: "clap-rs/clap",
    language: "Rust",
    tests: /(?:^|\/)tests\/(?!snapshots\/).*\.rs$/,
    support: /(?:^|\/)tests\//,
    sources: /(?:^|\/)src\/.*\.rs$/,
  },
  {
    name: "tokio-rs/tokio",
    language: "Rust",
    tests: /^[\w-]+\/tests\/(?!support\/|ui\/).*\.rs$/,
    support: /^[\w-]+\/tests\/|^tests-\w+\//,
    sources: /^tokio[\w-]*\/src\/(?!.*\/tests\/).*\.rs$/,
  },
  {
    name: "honojs/hono",
    language: "TypeScript",
    tests: /\.test\.tsx?$/,
    support: /\.test\.tsx?$|^runtime-tests\//,
    sources: /^src\/(?!.*\.test\.).*\.tsx?$/,
  },
  {
    name: "vuejs/core",
    language: "TypeScript",
    tests: /\/__tests__\/.*\.spec\.tsx?$|^packages(?:-private)?\/dts-test\/.*\.test-d\.tsx?$/,
    support: /\/__tests__\/|^packages(?:-private)?\/dts-test\//,
    sources: /^packages\/[\w-]+\/src\/.*\.tsx?$/,
  },
];
