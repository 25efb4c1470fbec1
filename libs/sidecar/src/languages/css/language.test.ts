import { checkLanguage } from "../testing/check.ts";

checkLanguage("style.css", {
  "rules, nested rules and custom properties": {
    source: `
      @charset "utf-8";
      /* Colors. */
      :root {
        --main-color: #fff;
      }
      /* A button. */
      .button,
      a:hover > .icon {
        color: var(--main-color);
        background: url(../img/icon.svg) no-repeat;
        &:focus { color: red; }
      }
      @media (max-width: 100px) {
        .small { color: red; }
      }
      @keyframes spin { from { top: 0; } to { top: 2px; } }
    `,
    outline: `
      class :root 3-5
        property :root.--main-color 4-4
      class .button, a:hover > .icon 7-12
        class .button, a:hover > .icon.&:focus 11-11
      class .small 14-14
      class spin 16-16
    `,
    docs: `
      :root | Colors.
      .button, a:hover > .icon | A button.
    `,
    references: "9: value --main-color",
  },
  imports: {
    source: `
      @import "base.css";
      @import url("print.css") print;
      @import url(plain.css);
    `,
    imports: `
      1: import base.css
      2: import print.css
      3: import plain.css
    `,
  },
  "an empty file": {
    source: "",
    outline: "",
    calls: "",
    imports: "",
  },
  "what stands behind a mistake is still found": {
    source: `
      .first { color: red; }
      .broken { color: ; ; : }
      .second { color: red; }
    `,
    outline: `
      class .first 1-1
      class .broken 2-2
      class .second 3-3
    `,
    diagnostics: "syntax_error",
  },
});
