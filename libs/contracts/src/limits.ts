/** Bounds and defaults of tool arguments. Schemas repeat them as annotations; a test compares the two. */
export const LIMITS = {
  /** Results of `search_codebase` and nodes of `call_graph`. */
  limit: { minimum: 1, maximum: 50 },
  /** Paths, path patterns and names, in characters. They are limited because answers repeat them. */
  maxPathChars: 4_096,
  maxSymbolChars: 2_000,
  /** A request over HTTP: the server rejects larger ones, and the console sends none. */
  maxHttpBodyBytes: 1024 * 1024,
  /** Names of branches, tags and commits. */
  maxRefChars: 1_000,
  /** Queries have room for a server's stack trace: some hundred frames. */
  search: { defaultLimit: 10, maxQueryChars: 10_000 },
  searchMaxTokens: { minimum: 100, maximum: 100_000 },
  /** Budget of the result mode `context`. */
  contextDefaultTokens: 4_000,
  outline: { minimum: 1, maximum: 5_000, default: 500 },
  /** Files that `satori outline` shows of a folder. */
  folderOutline: { minimum: 1, maximum: 500, default: 40 },
  /**
   * Size of an outline as JSON, unless the call sets a number of symbols; of the lines read at a time; and of
   * a call graph. About 20,000 tokens: clients reject answers of more than 25,000.
   */
  answerMaxBytes: 60_000,
  listPaths: { minimum: 1, maximum: 10_000, default: 100 },
  searchText: {
    results: { minimum: 1, maximum: 1_000, default: 100 },
    contextLines: { minimum: 0, maximum: 10, default: 0 },
    maxQueryChars: 2_000,
  },
  listDir: {
    depth: { minimum: 1, maximum: 10, default: 1 },
    results: { minimum: 1, maximum: 5_000, default: 500 },
  },
  workspaceSearch: { results: { minimum: 1, maximum: 1_000, default: 100 }, maxQueryChars: 2_000 },
  smartSearch: { results: { minimum: 1, maximum: 50, default: 20 }, maxQueryChars: 10_000 },
  callGraph: {
    depth: { minimum: 1, maximum: 5, default: 1 },
    defaultLimit: 20,
    maxNotes: 200,
    maxNamesakes: 10,
    maxOpenLines: 20,
    maxUncoveredFiles: 20,
    maxParts: 50,
    maxFilesOfPart: 40,
  },
  changeImpact: {
    depth: { minimum: 1, maximum: 10, default: 3 },
    limit: { minimum: 1, maximum: 5_000, default: 100 },
    maxTokens: { minimum: 500, maximum: 1_000_000, default: 10_000 },
    maxDiffChars: 10_000_000,
    maxPlannedChanges: 100,
    /** Lines that are shown of an affected symbol. */
    maxSites: 10,
    /** Functions that are shown of a test file, and changed symbols that it reaches. */
    maxFunctionsOfTest: 20,
    maxUnknown: 100,
  },
  typeHierarchy: {
    depth: { minimum: 1, maximum: 100, default: 10 },
    limit: { minimum: 1, maximum: 200, default: 50 },
    /** Entries of one direction that are found, whether they are shown or not. */
    maxEntries: 20_000,
    maxUnresolved: 20,
    maxExternalTypes: 20,
  },
  symbolHistory: {
    defaultLimit: 20,
    maxTokens: { minimum: 100, maximum: 100_000, default: 6_000 },
    maxTraceChars: 100_000,
    maxRangeChars: 2_002,
    /** Changes of a symbol that are found, whether they are shown or not. */
    maxChanges: 200,
    /** Commits of one file that are followed. */
    maxFileCommits: 5_000,
    /** Files that a symbol was in, counted for each line of history. */
    maxMoves: 50,
    /** Other files of a commit in which a moved symbol is looked for. */
    maxFilesOfCommit: 40,
    /** Changed lines that are shown of a commit. */
    maxHunkLines: 40,
    maxChangedTogether: 10,
    /** Commits with more files say nothing about what belongs together. */
    maxFilesTogether: 20,
    /** Commits that are looked at for a trace: by default, and at most. */
    traceCommits: { default: 1_000, maximum: 5_000 },
    maxFrames: 30,
    /** Functions of a trace whose history is followed. */
    maxFollowedFrames: 10,
    maxTouched: 5,
  },
  unusedSymbols: {
    symbols: { minimum: 1, maximum: 5_000, default: 100 },
    maxReasons: 3,
    /** Files that the coverage names. */
    maxExamples: 20,
  },
  compareVersions: {
    changes: { minimum: 1, maximum: 5_000, default: 200 },
    /** Files that the coverage of a comparison names. */
    maxExamples: 50,
  },
  /** Branches, and tags, that `manage_index status` names. */
  maxRefNames: 50,
  /** Codebases listed below a folder that is not one itself. */
  maxFoldersBelow: 10,
} as const;
