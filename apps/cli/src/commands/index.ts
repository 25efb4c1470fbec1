/** The table of commands, in the order of the help. */
import type { CommandSpec } from "../command.ts";
import { index, reindex } from "./build-index.ts";
import { callees, callers } from "./calls.ts";
import { completion } from "./completion.ts";
import { consolePage } from "./console.ts";
import { context } from "./context.ts";
import { diff } from "./diff.ts";
import { doctor } from "./doctor.ts";
import { grep } from "./grep.ts";
import { hierarchy } from "./hierarchy.ts";
import { impact } from "./impact.ts";
import { clear, list, status, sync } from "./manage.ts";
import { log } from "./log.ts";
import { mcp } from "./mcp.ts";
import { outline } from "./outline.ts";
import { paths } from "./paths.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { serve } from "./serve.ts";
import { setup } from "./setup.ts";
import { toolCall, toolsList } from "./tools.ts";
import { exportIndex } from "./transfer.ts";
import { unused } from "./unused.ts";
import { why } from "./why.ts";

export const COMMANDS: readonly CommandSpec[] = [
  search,
  context,
  index,
  status,
  list,
  sync,
  reindex,
  clear,
  exportIndex,
  outline,
  callers,
  callees,
  hierarchy,
  log,
  unused,
  read,
  grep,
  paths,
  diff,
  impact,
  why,
  consolePage,
  serve,
  mcp,
  setup,
  doctor,
  completion(() => COMMANDS),
  toolsList,
  toolCall,
];
