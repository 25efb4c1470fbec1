/** Names the comments of `satori impact`, for the renderer and for the program that finds them again. */

/** The first line of every comment. Sites do not show it. */
export const IMPACT_MARKER = "<!-- satori-impact -->";
