/**
 * What packages do not say about third-party software in them. Copyright lines are from the licence files of
 * the named repositories.
 */

export interface Upstream {
  readonly repository: string;
  readonly copyright: readonly string[];
}

/** Software under the MIT licence whose package does not contain the licence text: name → origin. */
export const MIT_UPSTREAMS: Readonly<Record<string, Upstream>> = {
  "generic-pool": {
    repository: "https://github.com/coopernurse/node-pool",
    copyright: ["Copyright (c) 2010-2016 James Cooper <james@bitmechanic.com>"],
  },
  "tree-sitter-bash": {
    repository: "https://github.com/tree-sitter/tree-sitter-bash",
    copyright: ["Copyright (c) 2017 Max Brunsfeld"],
  },
  "tree-sitter-c": {
    repository: "https://github.com/tree-sitter/tree-sitter-c",
    copyright: ["Copyright (c) 2014 Max Brunsfeld"],
  },
  "tree-sitter-c-sharp": {
    repository: "https://github.com/tree-sitter/tree-sitter-c-sharp",
    copyright: ["Copyright (c) 2014-2023 Max Brunsfeld, Damien Guard, Amaan Qureshi, and contributors."],
  },
  "tree-sitter-cpp": {
    repository: "https://github.com/tree-sitter/tree-sitter-cpp",
    copyright: ["Copyright (c) 2014 Max Brunsfeld"],
  },
  "tree-sitter-css": {
    repository: "https://github.com/tree-sitter/tree-sitter-css",
    copyright: ["Copyright (c) 2018 Max Brunsfeld"],
  },
  "tree-sitter-dart": {
    repository: "https://github.com/UserNobody14/tree-sitter-dart",
    copyright: ["Copyright (c) 2020-2023 UserNobody14 and others"],
  },
  "tree-sitter-go": {
    repository: "https://github.com/tree-sitter/tree-sitter-go",
    copyright: ["Copyright (c) 2014 Max Brunsfeld"],
  },
  "tree-sitter-java": {
    repository: "https://github.com/tree-sitter/tree-sitter-java",
    copyright: ["Copyright (c) 2017 Ayman Nadeem"],
  },
  "tree-sitter-javascript": {
    repository: "https://github.com/tree-sitter/tree-sitter-javascript",
    copyright: ["Copyright (c) 2014 Max Brunsfeld"],
  },
  "tree-sitter-php": {
    repository: "https://github.com/tree-sitter/tree-sitter-php",
    copyright: [
      "Copyright (c) 2017 Josh Vera, GitHub",
      "Copyright (c) 2019 Max Brunsfeld, Amaan Qureshi, Christian Frøystad, Caleb White",
    ],
  },
  "tree-sitter-powershell": {
    repository: "https://github.com/airbus-cert/tree-sitter-powershell",
    copyright: ["Copyright (c) 2023 Airbus CERT"],
  },
  "tree-sitter-python": {
    repository: "https://github.com/tree-sitter/tree-sitter-python",
    copyright: ["Copyright (c) 2016 Max Brunsfeld"],
  },
  "tree-sitter-ruby": {
    repository: "https://github.com/tree-sitter/tree-sitter-ruby",
    copyright: ["Copyright (c) 2016 Rob Rix"],
  },
  "tree-sitter-rust": {
    repository: "https://github.com/tree-sitter/tree-sitter-rust",
    copyright: ["Copyright (c) 2017 Maxim Sokolov"],
  },
  "tree-sitter-solidity": {
    repository: "https://github.com/JoranHonig/tree-sitter-solidity",
    copyright: ["Copyright (c) 2020 Joran Honig"],
  },
  "tree-sitter-swift": {
    repository: "https://github.com/alex-pinkus/tree-sitter-swift",
    copyright: ["Copyright (c) 2021 alex-pinkus"],
  },
  "tree-sitter-typescript": {
    repository: "https://github.com/tree-sitter/tree-sitter-typescript",
    copyright: ["Copyright (c) 2017 Max Brunsfeld"],
  },
};

/** Grammars whose name differs from that of their repository: name of the file in a package → repository. */
export const GRAMMAR_REPOSITORIES: Readonly<Record<string, string>> = {
  "tree-sitter-c_sharp": "tree-sitter-c-sharp",
  "tree-sitter-tsx": "tree-sitter-typescript",
};

/**
 * Packages that are bundles without comments about their contents: name → other packages in them, which are
 * installed as their dependencies.
 */
export const UNMARKED_BUNDLES: Readonly<Record<string, readonly string[]>> = {
  "@so-ric/colorspace": ["color", "text-hex"],
  color: ["color-convert", "color-string"],
  "color-convert": ["color-name"],
};

/** Files of ours that contain parts of the generator that wrote them: path → package. */
export const GENERATED_WITH: readonly { readonly path: RegExp; readonly name: string }[] = [
  { path: /(?:^|\/)contracts\/src\/generated\/\w+-validators\.js$/, name: "ajv" },
];

/** The text of the MIT licence. */
export function mitLicence({ copyright }: Upstream): string {
  return `MIT License

${copyright.join("\n")}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}
