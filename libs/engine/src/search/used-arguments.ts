/** The arguments of a search, with defaults filled in: what all steps of the pipeline share. */
import type { CodebasePath, SearchArguments, SearchEcho } from "@satori/contracts";

/** With the session filters that apply. */
export type UsedSearchArguments = SearchArguments & CodebasePath & Pick<SearchEcho, "sessionScope">;
