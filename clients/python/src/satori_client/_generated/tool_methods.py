# Made by `npm run generate`; do not edit.
# ruff: noqa
"""One method a tool. Answers are told apart by `status`; gates and failures are values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, overload

from pydantic import Field

from .._options import CallOptions
from . import models

ListCodebasesOutput: TypeAlias = Annotated[models.ListCodebasesOk | models.ListCodebasesError, Field(discriminator="status")]
ManageIndexOutput: TypeAlias = Annotated[models.ManageIndexOk | models.ManageIndexBlocked | models.ManageIndexNotReady | models.ManageIndexRequiresReindex | models.ManageIndexNotIndexed | models.ManageIndexError, Field(discriminator="status")]
SearchCodebaseOutput: TypeAlias = models.SearchCodebaseOk | models.SearchCodebaseContextOk | models.SearchCodebaseNotReady | models.SearchCodebaseRequiresReindex | models.SearchCodebaseNotIndexed | models.SearchCodebaseError
FileOutlineOutput: TypeAlias = Annotated[models.FileOutlineOk | models.FileOutlineAmbiguous | models.FileOutlineNotFound | models.FileOutlineUnsupported | models.FileOutlineNotReady | models.FileOutlineRequiresReindex | models.FileOutlineNotIndexed | models.FileOutlineError, Field(discriminator="status")]
CallGraphOutput: TypeAlias = Annotated[models.CallGraphOk | models.CallGraphNotFound | models.CallGraphNotReady | models.CallGraphRequiresReindex | models.CallGraphNotIndexed | models.CallGraphError, Field(discriminator="status")]
ReadFileOutput: TypeAlias = Annotated[models.ReadFileOk | models.ReadFileAmbiguous | models.ReadFileNotFound | models.ReadFileNotReady | models.ReadFileRequiresReindex | models.ReadFileNotIndexed | models.ReadFileError, Field(discriminator="status")]
SetScopeOutput: TypeAlias = Annotated[models.SetScopeOk | models.SetScopeError, Field(discriminator="status")]
ListPathsOutput: TypeAlias = Annotated[models.ListPathsOk | models.ListPathsError, Field(discriminator="status")]
SearchTextOutput: TypeAlias = Annotated[models.SearchTextOk | models.SearchTextError, Field(discriminator="status")]
SemanticSearchOutput: TypeAlias = Annotated[models.SemanticSearchOk | models.SemanticSearchNotReady | models.SemanticSearchRequiresReindex | models.SemanticSearchNotIndexed | models.SemanticSearchError, Field(discriminator="status")]
ChangeImpactOutput: TypeAlias = Annotated[models.ChangeImpactOk | models.ChangeImpactNotFound | models.ChangeImpactNotReady | models.ChangeImpactRequiresReindex | models.ChangeImpactNotIndexed | models.ChangeImpactError, Field(discriminator="status")]
UnusedSymbolsOutput: TypeAlias = Annotated[models.UnusedSymbolsOk | models.UnusedSymbolsNotReady | models.UnusedSymbolsRequiresReindex | models.UnusedSymbolsNotIndexed | models.UnusedSymbolsError, Field(discriminator="status")]
TypeHierarchyOutput: TypeAlias = Annotated[models.TypeHierarchyOk | models.TypeHierarchyNotFound | models.TypeHierarchyNotReady | models.TypeHierarchyRequiresReindex | models.TypeHierarchyNotIndexed | models.TypeHierarchyError, Field(discriminator="status")]
SymbolHistoryOutput: TypeAlias = Annotated[models.SymbolHistoryOk | models.SymbolHistoryNotFound | models.SymbolHistoryNotReady | models.SymbolHistoryRequiresReindex | models.SymbolHistoryNotIndexed | models.SymbolHistoryError, Field(discriminator="status")]
CompareVersionsOutput: TypeAlias = Annotated[models.CompareVersionsOk | models.CompareVersionsError, Field(discriminator="status")]
ListDirOutput: TypeAlias = models.ListDirAnswer | models.ListDirFailure
SmartSearchOutput: TypeAlias = models.SmartSearchAnswer | models.SmartSearchFailure
WorkspaceReadOutput: TypeAlias = models.WorkspaceReadAnswer | models.WorkspaceReadFailure
WorkspaceSearchOutput: TypeAlias = models.WorkspaceSearchAnswer | models.WorkspaceSearchFailure
SearchContextOutput: TypeAlias = models.SearchCodebaseContextOk | models.SearchCodebaseNotReady | models.SearchCodebaseRequiresReindex | models.SearchCodebaseNotIndexed | models.SearchCodebaseError
SearchResultsOutput: TypeAlias = models.SearchCodebaseOk | models.SearchCodebaseNotReady | models.SearchCodebaseRequiresReindex | models.SearchCodebaseNotIndexed | models.SearchCodebaseError

# A type for each tool, for `pydantic.TypeAdapter`.
OUTPUT_TYPES: dict[str, Any] = {
    "list_codebases": ListCodebasesOutput,
    "manage_index": ManageIndexOutput,
    "search_codebase": SearchCodebaseOutput,
    "file_outline": FileOutlineOutput,
    "call_graph": CallGraphOutput,
    "read_file": ReadFileOutput,
    "set_scope": SetScopeOutput,
    "list_paths": ListPathsOutput,
    "search_text": SearchTextOutput,
    "semantic_search": SemanticSearchOutput,
    "change_impact": ChangeImpactOutput,
    "unused_symbols": UnusedSymbolsOutput,
    "type_hierarchy": TypeHierarchyOutput,
    "symbol_history": SymbolHistoryOutput,
    "compare_versions": CompareVersionsOutput,
    "list_dir": ListDirOutput,
    "smart_search": SmartSearchOutput,
    "workspace_read": WorkspaceReadOutput,
    "workspace_search": WorkspaceSearchOutput,
}


class ToolMethods(ABC):
    @abstractmethod
    async def call(self, tool: str, arguments: Mapping[str, Any], options: CallOptions | None = None) -> Any:
        """The answer of a tool, by the names of the wire."""

    async def list_codebases(
        self,
        *,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> ListCodebasesOutput:
        """Lists all indexed codebases with their state, size, languages and age. Use it when you do not know which folders can be searched.

        Args:
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"session_id": session_id}
        answer: ListCodebasesOutput = await self.call("list_codebases", arguments, options)
        return answer

    async def manage_index(
        self,
        *,
        action: Literal["create", "reindex", "sync", "status", "clear"],
        path: str,
        force: bool | None = None,
        allow_unnecessary_reindex: bool | None = None,
        custom_extensions: Sequence[str] | None = None,
        ignore_patterns: Sequence[str] | None = None,
        zilliz_drop_collection: str | None = None,
        ref: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> ManageIndexOutput:
        """Builds, refreshes, inspects or removes the index of a codebase. create: start indexing a folder (returns at once; poll status until ok). sync: apply changed files now. status: state and progress. reindex: full rebuild, only after requires_reindex or corruption; for ignore-rule edits use sync. clear: remove the index.

        Args:
            action: status changes nothing.
            path: Folder of the codebase, absolute or relative to the session's root.
            force: create only: rebuild an index that is ready; allow the home folder and the file system's root.
            allow_unnecessary_reindex: reindex only: rebuild even if a sync is enough.
            custom_extensions: create and reindex: more extensions to index as text, e.g. [".tmpl"]; stored with the codebase. With an index that is ready, create requires force.
            ignore_patterns: create and reindex: gitignore patterns that override all ignore files; stored likewise.
            zilliz_drop_collection: create only, with Milvus or Zilliz: collection of Satori's to drop first.
            ref: status and clear only: of this branch, tag or commit.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"action": action, "path": path, "force": force, "allowUnnecessaryReindex": allow_unnecessary_reindex, "customExtensions": custom_extensions, "ignorePatterns": ignore_patterns, "zillizDropCollection": zilliz_drop_collection, "ref": ref, "session_id": session_id}
        answer: ManageIndexOutput = await self.call("manage_index", arguments, options)
        return answer

    @overload
    async def search_codebase(
        self,
        *,
        query: str,
        path: str | None = None,
        scope: Literal["runtime", "mixed", "docs"] | None = None,
        result_mode: Literal["context"],
        group_by: Literal["symbol", "file"] | None = None,
        ranking_mode: Literal["default", "auto_changed_first"] | None = None,
        limit: int | None = None,
        max_tokens: int | None = None,
        debug: bool | None = None,
        ref: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> SearchContextOutput: ...

    @overload
    async def search_codebase(
        self,
        *,
        query: str,
        path: str | None = None,
        scope: Literal["runtime", "mixed", "docs"] | None = None,
        result_mode: Literal["grouped", "raw"] | None = None,
        group_by: Literal["symbol", "file"] | None = None,
        ranking_mode: Literal["default", "auto_changed_first"] | None = None,
        limit: int | None = None,
        max_tokens: int | None = None,
        debug: bool | None = None,
        ref: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> SearchResultsOutput: ...

    @overload
    async def search_codebase(
        self,
        *,
        query: str,
        path: str | None = None,
        scope: Literal["runtime", "mixed", "docs"] | None = None,
        result_mode: Literal["grouped", "raw", "context"] | None = None,
        group_by: Literal["symbol", "file"] | None = None,
        ranking_mode: Literal["default", "auto_changed_first"] | None = None,
        limit: int | None = None,
        max_tokens: int | None = None,
        debug: bool | None = None,
        ref: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> SearchCodebaseOutput: ...

    async def search_codebase(
        self,
        *,
        query: str,
        path: str | None = None,
        scope: Literal["runtime", "mixed", "docs"] | None = None,
        result_mode: Literal["grouped", "raw", "context"] | None = None,
        group_by: Literal["symbol", "file"] | None = None,
        ranking_mode: Literal["default", "auto_changed_first"] | None = None,
        limit: int | None = None,
        max_tokens: int | None = None,
        debug: bool | None = None,
        ref: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> SearchCodebaseOutput:
        """Finds code that answers a question, by meaning, words and symbol names. Ask in plain words ("where are retries scheduled"), by identifier, or paste an error. Prefer it to grep unless you know the exact string. Returns ranked passages with file, lines, symbol and preview, as the disk is now.

        Args:
            query: A question in words, an identifier, or quoted text, after optional operators: lang:ts path:src/** -path:vendor/** must:text exclude:text.
            path: Absolute folder of a codebase, or one inside it to search only there. Default: the session's root.
            scope: runtime: no tests, fixtures, docs or generated files; docs: docs and tests only; mixed: everything.
            result_mode: grouped: passages with previews; raw: whole chunks; context: the code that answers, within maxTokens.
            ranking_mode: auto_changed_first: files with uncommitted changes rank higher.
            limit: Maximum number of results; default 10, in context mode as many as fit.
            max_tokens: Budget for the answer in tokens (estimated); shortens texts. Default in context mode: 4000.
            debug: Adds diagnostics.
            ref: Branch, tag or commit to answer from. Default: the disk.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"query": query, "path": path, "scope": scope, "resultMode": result_mode, "groupBy": group_by, "rankingMode": ranking_mode, "limit": limit, "maxTokens": max_tokens, "debug": debug, "ref": ref, "session_id": session_id}
        answer: SearchCodebaseOutput = await self.call("search_codebase", arguments, options)
        return answer

    async def file_outline(
        self,
        *,
        file: str,
        path: str | None = None,
        start_line: int | None = None,
        end_line: int | None = None,
        limit_symbols: int | None = None,
        resolve_mode: Literal["outline", "exact"] | None = None,
        symbol_id_exact: str | None = None,
        symbol_label_exact: str | None = None,
        debug: bool | None = None,
        ref: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> FileOutlineOutput:
        """Lists what a file declares: symbols with kind, signature, first doc line and lines. Prefer it to reading a long file, and to grep for its declarations. call_graph and read_file take its names.

        Args:
            file: File, relative to the codebase's root, or absolute.
            path: Absolute folder of a codebase. Default: the session's root.
            start_line: Only symbols that reach this line or later ones.
            end_line: Only symbols that begin on this line or earlier.
            limit_symbols: Maximum number of symbols. By default 500, and no more bytes than the file has or 60,000.
            resolve_mode: exact: only the symbol that symbolIdExact or symbolLabelExact names.
            debug: Adds diagnostics.
            ref: Branch, tag or commit to answer from. Default: the disk.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"file": file, "path": path, "start_line": start_line, "end_line": end_line, "limitSymbols": limit_symbols, "resolveMode": resolve_mode, "symbolIdExact": symbol_id_exact, "symbolLabelExact": symbol_label_exact, "debug": debug, "ref": ref, "session_id": session_id}
        answer: FileOutlineOutput = await self.call("file_outline", arguments, options)
        return answer

    async def call_graph(
        self,
        *,
        path: str | None = None,
        symbol_ref: models.SymbolRef | None = None,
        symbol: str | None = None,
        direction: Any | None = None,
        depth: int | None = None,
        limit: int | None = None,
        debug: bool | None = None,
        ref: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> CallGraphOutput:
        """Shows who calls or uses a symbol and what it calls, with call sites and confidence. Prefer it to grep for a name, which also matches other symbols, comments and strings.

        Args:
            path: Absolute folder of a codebase, or one inside it to look up names, or calls of a symbolRef or id, only there. Default: the session's root.
            symbol_ref: As search and outline return it. Pass this or `symbol`.
            symbol: Name, qualified name, FILE:NAME, FILE:LINE or id.
            direction: callers: who calls it; callees: what it calls.
            limit: Maximum number of nodes.
            debug: Adds diagnostics.
            ref: Branch, tag or commit to answer from. Default: the disk.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"path": path, "symbolRef": symbol_ref, "symbol": symbol, "direction": direction, "depth": depth, "limit": limit, "debug": debug, "ref": ref, "session_id": session_id}
        answer: CallGraphOutput = await self.call("call_graph", arguments, options)
        return answer

    async def read_file(
        self,
        *,
        path: str | None = None,
        file: str | None = None,
        start_line: int | None = None,
        end_line: int | None = None,
        mode: Literal["plain", "annotated"] | None = None,
        open_symbol: str | None = None,
        debug: bool | None = None,
        ref: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> ReadFileOutput:
        """Reads a file, a range of lines, or exactly one symbol (open_symbol), without looking for its lines. Long files are truncated, with a `continue` hint.

        Args:
            path: Absolute path of the file; or, with `file` or open_symbol, folder of a codebase. Default: the session's root.
            file: File, relative to the codebase's root, or absolute.
            start_line: First line, from 1.
            end_line: Last line, included.
            mode: annotated adds the outline of the lines shown.
            open_symbol: Show only this symbol: id, name, qualified name or FILE:NAME.
            debug: Adds diagnostics.
            ref: Branch, tag or commit to answer from. Default: the disk.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"path": path, "file": file, "start_line": start_line, "end_line": end_line, "mode": mode, "open_symbol": open_symbol, "debug": debug, "ref": ref, "session_id": session_id}
        answer: ReadFileOutput = await self.call("read_file", arguments, options)
        return answer

    async def set_scope(
        self,
        *,
        include_globs: Sequence[str] | None = None,
        exclude_globs: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
        repos: Sequence[str] | None = None,
        branches: Sequence[str] | None = None,
        commit: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> SetScopeOutput:
        """Sets filters for the session's next calls: codebases, path patterns, languages. They apply to search_codebase, list_codebases and the tools of this set until replaced; an empty scope clears them. A call's own arguments win, field by field.

        Args:
            include_globs: Only files that match one of these gitignore patterns, relative to the root, such as `src/` or `*.{ts,tsx}`. An empty list is no filter.
            exclude_globs: No files that match one of these gitignore patterns.
            languages: Only files in these languages, by id or alias (`ts`). An empty list is no filter.
            repos: Codebases by folder name or path. An empty list is no filter.
            branches: Branches or tags to answer from instead of the files on disk. search_codebase searches several together; other tools need one.
            commit: Commit, branch or tag to answer from instead; wins over branches.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"include_globs": include_globs, "exclude_globs": exclude_globs, "languages": languages, "repos": repos, "branches": branches, "commit": commit, "session_id": session_id}
        answer: SetScopeOutput = await self.call("set_scope", arguments, options)
        return answer

    async def list_paths(
        self,
        *,
        include_globs: Sequence[str] | None = None,
        exclude_globs: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
        path: str | None = None,
        max_results: int | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> ListPathsOutput:
        """Lists the files of a folder that the ignore rules keep, optionally filtered by patterns and languages. Needs no index. Use it to see how a codebase is organized, or to find files by name.

        Args:
            include_globs: Only files that match one of these gitignore patterns, relative to the root, such as `src/` or `*.{ts,tsx}`. An empty list is no filter.
            exclude_globs: No files that match one of these gitignore patterns.
            languages: Only files in these languages, by id or alias (`ts`). An empty list is no filter.
            path: The folder, absolute or relative to the session's root. Default: the codebases of the session's scope, or the session's root, or the only indexed codebase.
            max_results: Maximum number of files.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"include_globs": include_globs, "exclude_globs": exclude_globs, "languages": languages, "path": path, "max_results": max_results, "session_id": session_id}
        answer: ListPathsOutput = await self.call("list_paths", arguments, options)
        return answer

    async def search_text(
        self,
        *,
        query: str,
        include_globs: Sequence[str] | None = None,
        exclude_globs: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
        regex: bool | None = None,
        case_sensitive: bool | None = None,
        path: str | None = None,
        paths: Sequence[str] | None = None,
        context_lines: int | None = None,
        max_results: int | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> SearchTextOutput:
        """Finds exact text or a regular expression line by line, like grep, in the files that the ignore rules keep. Needs no index and reads the current files. Use it when you know the exact text; otherwise use search_codebase.

        Args:
            query: Text to find, on one line.
            include_globs: Only files that match one of these gitignore patterns, relative to the root, such as `src/` or `*.{ts,tsx}`. An empty list is no filter.
            exclude_globs: No files that match one of these gitignore patterns.
            languages: Only files in these languages, by id or alias (`ts`). An empty list is no filter.
            regex: The query is a regular expression, in the syntax of Rust's regex crate: no look-around, no backreferences.
            case_sensitive: Match case.
            path: The folder, absolute or relative to the session's root. Default: the codebases of the session's scope, or the session's root, or the only indexed codebase.
            paths: Files, folders or patterns to search, relative to `path`. They replace include_globs and the session's file filters.
            context_lines: Lines shown before and after each match.
            max_results: Maximum number of matches.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"query": query, "include_globs": include_globs, "exclude_globs": exclude_globs, "languages": languages, "regex": regex, "case_sensitive": case_sensitive, "path": path, "paths": paths, "context_lines": context_lines, "max_results": max_results, "session_id": session_id}
        answer: SearchTextOutput = await self.call("search_text", arguments, options)
        return answer

    async def semantic_search(
        self,
        *,
        query: str,
        include_globs: Sequence[str] | None = None,
        exclude_globs: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
        repos: Sequence[str] | None = None,
        path: str | None = None,
        limit: int | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> SemanticSearchOutput:
        """Finds passages that answer a question in code, tests and docs, in one indexed codebase or across several (repos). Returns whole chunks of text. For one codebase and a compact answer use search_codebase.

        Args:
            query: A question in words, an identifier, or quoted text. Operators as in search_codebase.
            include_globs: Only files that match one of these gitignore patterns, relative to the root, such as `src/` or `*.{ts,tsx}`. An empty list is no filter.
            exclude_globs: No files that match one of these gitignore patterns.
            languages: Only files in these languages, by id or alias (`ts`). An empty list is no filter.
            repos: Codebases by folder name or path. An empty list is no filter.
            path: A folder of an indexed codebase, in place of `repos`. Default: the codebases of the session's scope, or the session's root, or the only indexed codebase.
            limit: Maximum number of findings.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"query": query, "include_globs": include_globs, "exclude_globs": exclude_globs, "languages": languages, "repos": repos, "path": path, "limit": limit, "session_id": session_id}
        answer: SemanticSearchOutput = await self.call("semantic_search", arguments, options)
        return answer

    async def change_impact(
        self,
        *,
        path: str | None = None,
        base: str | None = None,
        head: str | None = None,
        diff: str | None = None,
        symbols: Sequence[models.PlannedChange] | None = None,
        depth: int | None = None,
        limit: int | None = None,
        max_tokens: int | None = None,
        debug: bool | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> ChangeImpactOutput:
        """Tells what a change breaks before it is merged: the symbols that a diff, two commits or the uncommitted changes change, the code that they affect with call sites that no longer fit, the tests to run with commands, and what cannot be known. Also for a change that is only planned (symbols).

        Args:
            path: Absolute folder of a codebase, or one inside it to look at changes only there. Default: the session's root.
            base: The version before the change: a branch, tag, commit, `HEAD~3` or `stash@{0}`.
            head: With `base`, the version after the change. Default: `HEAD`, without uncommitted changes.
            diff: A unified diff, as git writes it: of a change to the files on disk, or one that they already have.
            symbols: Changes that are only planned.
            depth: How many steps from a changed symbol affected code may be.
            limit: Maximum number of affected symbols; and of changed symbols, and of tests.
            max_tokens: Budget for the answer in tokens (estimated); leaves out what is farthest from the change.
            debug: Adds diagnostics.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"path": path, "base": base, "head": head, "diff": diff, "symbols": symbols, "depth": depth, "limit": limit, "maxTokens": max_tokens, "debug": debug, "session_id": session_id}
        answer: ChangeImpactOutput = await self.call("change_impact", arguments, options)
        return answer

    async def unused_symbols(
        self,
        *,
        path: str | None = None,
        kinds: Sequence[Literal["class", "constant", "enum", "function", "interface", "method", "object", "protocol", "struct", "trait", "type", "variable"]] | None = None,
        include_tests: bool | None = None,
        limit: int | None = None,
        debug: bool | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> UnusedSymbolsOutput:
        """Lists functions, types and variables that nothing is known to call or use, then those that may be alive nevertheless, with the reason: exported, decorated, named in a string, overriding. Use it to find dead code before a cleanup.

        Args:
            path: Absolute folder of a codebase, or a folder or file inside it to list only its symbols. Default: the session's root.
            kinds: Only these kinds of symbols. Default: all.
            include_tests: Also symbols of tests, examples, generated and vendored code. Their uses always count.
            limit: Maximum number of symbols.
            debug: Adds diagnostics.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"path": path, "kinds": kinds, "includeTests": include_tests, "limit": limit, "debug": debug, "session_id": session_id}
        answer: UnusedSymbolsOutput = await self.call("unused_symbols", arguments, options)
        return answer

    async def type_hierarchy(
        self,
        *,
        path: str | None = None,
        symbol_ref: models.SymbolRef | None = None,
        symbol: str | None = None,
        direction: Literal["supertypes", "subtypes", "both"] | None = None,
        depth: int | None = None,
        limit: int | None = None,
        debug: bool | None = None,
        ref: str | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> TypeHierarchyOutput:
        """Lists the supertypes and subtypes of a class, interface or trait with distance, relation and confidence; for a method, what it overrides and what overrides it. Prefer it to grep for extends and implements, which misses indirect subtypes and namesakes.

        Args:
            path: Absolute folder of a codebase, or one inside it to look up names only there. Default: the session's root.
            symbol_ref: As search and outline return it. Pass this or `symbol`.
            symbol: A type or a method: name, qualified name, FILE:NAME, FILE:LINE or id.
            direction: supertypes: what it derives from, or the methods it overrides; subtypes: what derives from it, or the methods that override it.
            depth: Maximum distance: 1 lists only direct supertypes and subtypes.
            limit: Maximum number of entries in each of the two lists, nearest first.
            debug: Adds diagnostics.
            ref: Branch, tag or commit to answer from. Default: the disk.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"path": path, "symbolRef": symbol_ref, "symbol": symbol, "direction": direction, "depth": depth, "limit": limit, "debug": debug, "ref": ref, "session_id": session_id}
        answer: TypeHierarchyOutput = await self.call("type_hierarchy", arguments, options)
        return answer

    async def symbol_history(
        self,
        *,
        path: str | None = None,
        symbol_ref: models.SymbolRef | None = None,
        symbol: str | None = None,
        trace: str | None = None,
        range: str | None = None,
        question: str | None = None,
        limit: int | None = None,
        max_tokens: int | None = None,
        debug: bool | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> SymbolHistoryOutput:
        """Lists the commits that changed a function, class or other symbol, through renames and moves, with the changed lines, and files that changed with it. With `trace`: the commits of a range that may have caused a failure. Prefer it to git log and git blame. Needs git.

        Args:
            path: Absolute folder of a codebase, or one inside it to look up names only there. Default: the session's root.
            symbol_ref: As search and outline return it. Pass this, `symbol` or `trace`.
            symbol: Name, qualified name, FILE:NAME, FILE:LINE or id.
            trace: Instead of a symbol: a stack trace or the output of a failing test. The answer has the commits of the range that changed what its frames run, most suspect first.
            range: Commits to look at: GOOD..BAD, as in git. Default: all that lead to HEAD; with `trace`, the last 1000.
            question: With a symbol: sorts its commits by how well they answer this, such as "why does it wait".
            limit: Maximum number of commits.
            max_tokens: Budget for the answer in tokens (estimated); leaves out the changed lines of the last commits.
            debug: Adds diagnostics.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"path": path, "symbolRef": symbol_ref, "symbol": symbol, "trace": trace, "range": range, "question": question, "limit": limit, "maxTokens": max_tokens, "debug": debug, "session_id": session_id}
        answer: SymbolHistoryOutput = await self.call("symbol_history", arguments, options)
        return answer

    async def compare_versions(
        self,
        *,
        base: str,
        path: str | None = None,
        head: str | None = None,
        public_only: bool | None = None,
        limit: int | None = None,
        session_id: str | None = None,
        options: CallOptions | None = None,
    ) -> CompareVersionsOutput:
        """Lists the declarations that differ between two commits, branches or tags: removed, renamed, moved, added, or with another signature, public ones first. Use it to review a branch, to see what a release breaks, or to write its notes. Needs git, but no index.

        Args:
            base: The older version: a branch, tag, commit, `HEAD~3` or `stash@{0}`.
            path: Folder to compare, absolute or relative to the session's root. Default: the session's root.
            head: The newer version; `HEAD` is the checked-out commit, without uncommitted changes.
            public_only: Only declarations that other modules can use.
            limit: Maximum number of changes. Without it, the answer is also limited in size.
            session_id: From set_scope. Not needed over stdio.
        """
        arguments = {"base": base, "path": path, "head": head, "publicOnly": public_only, "limit": limit, "session_id": session_id}
        answer: CompareVersionsOutput = await self.call("compare_versions", arguments, options)
        return answer

    async def list_dir(
        self,
        *,
        repo: Literal["docs", "code"] | None = None,
        path: str | None = None,
        depth: int | None = None,
        max_results: int | None = None,
        options: CallOptions | None = None,
    ) -> ListDirOutput:
        """Lists a folder of the docs and code roots: files with sizes, and folders. Without a path it lists both roots. Omits dotfiles and ignored files.

        Args:
            repo: Only this root. Default: both. A file in both belongs to the nearer root, or to docs if they are the same folder.
            path: The folder, relative to a root, or absolute within one. Default: both roots, or the one that `repo` names.
            depth: Levels to list; 1: only the folder's own entries.
            max_results: Maximum number of entries.
        """
        arguments = {"repo": repo, "path": path, "depth": depth, "max_results": max_results}
        answer: ListDirOutput = await self.call("list_dir", arguments, options)
        return answer

    async def smart_search(
        self,
        *,
        query: str,
        repo: Literal["docs", "code"] | None = None,
        max_results: int | None = None,
        options: CallOptions | None = None,
    ) -> SmartSearchOutput:
        """Searches the docs and code roots when you do not know where to look. Pass a path or file name, an identifier, "quoted text", a /regex/, or a question in plain words: it picks the fitting search and says which. Start here.

        Args:
            query: A path or file name, an identifier, "quoted text", a /regex/, or a question in plain words.
            repo: Only this root. Default: both. A file in both belongs to the nearer root, or to docs if they are the same folder.
            max_results: Maximum number of items.
        """
        arguments = {"query": query, "repo": repo, "max_results": max_results}
        answer: SmartSearchOutput = await self.call("smart_search", arguments, options)
        return answer

    async def workspace_read(
        self,
        *,
        path: str,
        repo: Literal["docs", "code"] | None = None,
        start_line: int | None = None,
        end_line: int | None = None,
        options: CallOptions | None = None,
    ) -> WorkspaceReadOutput:
        """Reads a file of the docs or code root, or a range of its lines. Long files are truncated; continue at next_start_line.

        Args:
            path: The file, relative to a root, or absolute within one.
            repo: Only this root. Default: both. A file in both belongs to the nearer root, or to docs if they are the same folder.
            start_line: First line, from 1. Past the end: the last line.
            end_line: Last line, inclusive. Past the end: the last line.
        """
        arguments = {"path": path, "repo": repo, "start_line": start_line, "end_line": end_line}
        answer: WorkspaceReadOutput = await self.call("workspace_read", arguments, options)
        return answer

    async def workspace_search(
        self,
        *,
        query: str,
        repo: Literal["docs", "code"] | None = None,
        regex: bool | None = None,
        case_sensitive: bool | None = None,
        include_globs: Sequence[str] | None = None,
        exclude_globs: Sequence[str] | None = None,
        max_results: int | None = None,
        options: CallOptions | None = None,
    ) -> WorkspaceSearchOutput:
        """Finds exact text or a regular expression in the docs and code roots, line by line, like grep. Use smart_search when you do not know the exact text.

        Args:
            query: Text to find, on one line.
            repo: Only this root. Default: both. A file in both belongs to the nearer root, or to docs if they are the same folder.
            regex: The query is a regular expression, in the syntax of Rust's regex crate: no look-around, no backreferences.
            case_sensitive: Match case.
            include_globs: Only files that match one of these gitignore patterns, relative to the root, such as `src/` or `*.{ts,tsx}`.
            exclude_globs: No files that match one of these.
            max_results: Maximum number of matches; if both roots have too many, each gets half.
        """
        arguments = {"query": query, "repo": repo, "regex": regex, "case_sensitive": case_sensitive, "include_globs": include_globs, "exclude_globs": exclude_globs, "max_results": max_results}
        answer: WorkspaceSearchOutput = await self.call("workspace_search", arguments, options)
        return answer
