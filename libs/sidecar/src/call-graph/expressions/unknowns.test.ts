/** Which calls are matched by name, or reported as unresolved, because their object may be unknown. */
import { describe, expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { resolveSite } from "../edges/call-sites.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { checkEdges, filesOf } from "../testing/check-edges.ts";

describe("what is written down, or something unknown, is unknown", () => {
  checkEdges({
    "Python: chosen, given later, a default, a field, what a function gives": {
      files: `
  //- a.py
  class Link:
      def open_it(self): ...
      def close_it(self): ...
      def reset_it(self): ...
      def keep_it(self): ...
      def drop_it(self): ...
      def hold_it(self): ...
      def give_it(self): ...
      def take_it(self): ...
  class Holder:
      def __init__(self, link=""): self.link = link
      def stop(self): self.link.close_it()
  class Other:
      def __init__(self, link): self.link = link or []
      def stop(self): self.link.hold_it()
  def late(p):
      link = []
      if p: link = p
      link.open_it()
  def chosen(p): (p if p else 1).reset_it()
  def either(p): (p or {}).keep_it()
  def caught(p):
      try: link = p.load()
      except OSError: link = ()
      link.drop_it()
  def made(p): return p or ""
  def use(p): made(p).give_it()
  def handed(p=0): p.take_it()
  handed(1)
  def hand_on(q): handed(q)
`,
      edges: `
        Holder.stop → Link.close_it name_match
        Other.stop → Link.hold_it name_match
        late → Link.open_it name_match
        chosen → Link.reset_it name_match
        either → Link.keep_it name_match
        caught → Link.drop_it name_match
        use → made
        use → Link.give_it name_match
        handed → Link.take_it name_match
        a.py → handed
        hand_on → handed
      `,
    },
    "JavaScript, Ruby, PHP": {
      files: `
  //- a.js
  class Tie {
    openTie() {}
    closeTie() {}
    keepTie() {}
  }
  class Own {
    constructor(tie = "") { this.tie = tie; }
    stop() { this.tie.closeTie(); }
  }
  function lateTie(p) { let x = []; if (p) x = p; x.openTie(); }
  function keptTie(p) { (p ?? {}).keepTie(); }
  //- b.rb
  class Line
    def open_line; end
    def close_line; end
  end
  class Owner
    def initialize(line = ""); @line = line; end
    def stop; @line.close_line; end
  end
  def late_line(p)
    line = []
    line = p if p
    line.open_line
  end
  //- c.php
  <?php
  class Rope { function openRope() {} function closeRope() {} }
  class Has { private $rope = ''; function __construct($rope) { $this->rope = $rope; } function stop() { $this->rope->closeRope(); } }
  function lateRope($p) { ($p ?? [])->openRope(); }
`,
      edges: `
        Own.stop → Tie.closeTie name_match
        lateTie → Tie.openTie name_match
        keptTie → Tie.keepTie name_match
        Owner.stop → Line.close_line name_match
        late_line → Line.open_line name_match
        Has.stop → Rope.closeRope name_match
        lateRope → Rope.openRope name_match
      `,
    },
    "what is known to be nothing else has no methods of the codebase": {
      files: `
  //- a.py
  class Link:
      def open_it(self): ...
      def close_it(self): ...
      def keep_it(self): ...
  def typed(p: str = ""): p.open_it()
  def handed(p=""): p.close_it()
  def alone():
      x = []
      x.keep_it()
  handed("a")
`,
      edges: "a.py → handed",
    },
  });
});

/** Why calls of some names are unresolved; "external" for calls that leave the codebase. */
async function reasonsIn(text: string): Promise<Record<string, string | null>> {
  const files = await Promise.all(
    filesOf(text).map(async (file) => ({ ...file, facts: await analyze(file.path, file.text) })),
  );
  const resolution = new Evaluator(factsProject(files));
  const sites = [...resolution.project.paths.keys()].flatMap((file) =>
    [...(resolution.index(file)?.flow.sites ?? []), ...(resolution.index(file)?.accesses ?? [])].map(
      (site) => ({ file, site }),
    ),
  );
  return Object.fromEntries(
    sites.map(({ file, site }) => {
      const { reason, isExternal } = resolveSite(resolution, file, site);
      return [site.name, reason ?? (isExternal ? "external" : null)];
    }),
  );
}

describe("what a literal, or a library, has by itself", () => {
  test("is called on that, or on something unknown: it is not resolved, and nothing is matched by name", async () => {
    const reasons = await reasonsIn(
      `
//- a.py
import requests
class Link:
    def encode(self): ...
    def mount(self): ...
    def rsplit(self): ...
    @property
    def real(self): ...
    @property
    def imag(self): ...
def coded(p): (p or "").encode()
def session(p): (p or requests.Session()).mount()
def read(p): return (p or 1).real
def known():
    "a b".rsplit()
    return 1.0.imag
`.trimStart(),
    );
    expect(reasons).toMatchObject({
      encode: "unknown_receiver",
      mount: "unknown_receiver",
      Session: "external",
      rsplit: "external",
      real: "unknown_receiver",
      imag: null,
    });
  });
});

describe("a function that may be something of a library as well", () => {
  test("may have been given members: what one of them is, is not known", async () => {
    const reasons = await reasonsIn(
      `
//- make.js
import { slice } from "lib";
export function make(x) {
  const use = () => slice();
  Object.assign(use, x);
  return x ? use : slice();
}
export function run() {
  make(1).fetchAll();
  make(1).bind();
  slice().close();
}
`.trimStart(),
    );
    expect(reasons).toMatchObject({ fetchAll: "unknown_member", bind: "external", close: "external" });
  });
});
