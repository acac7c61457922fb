/** Where each grammar comes from. A new language adds a row, and its package to `devDependencies` of package.json. */

/** Grammar file in `dist/grammars` -> package and path inside it. */
export const grammars: Readonly<Record<string, readonly [pkg: string, file: string]>> = {
  'tree-sitter-bash.wasm': ['tree-sitter-bash', 'tree-sitter-bash.wasm'],
  'tree-sitter-c.wasm': ['tree-sitter-c', 'tree-sitter-c.wasm'],
  'tree-sitter-c_sharp.wasm': ['tree-sitter-c-sharp', 'tree-sitter-c_sharp.wasm'],
  'tree-sitter-cpp.wasm': ['tree-sitter-cpp', 'tree-sitter-cpp.wasm'],
  'tree-sitter-dart.wasm': ['@repomix/tree-sitter-wasms', 'out/tree-sitter-dart.wasm'],
  'tree-sitter-elixir.wasm': ['tree-sitter-elixir', 'tree-sitter-elixir.wasm'],
  'tree-sitter-go.wasm': ['tree-sitter-go', 'tree-sitter-go.wasm'],
  'tree-sitter-java.wasm': ['tree-sitter-java', 'tree-sitter-java.wasm'],
  'tree-sitter-javascript.wasm': ['tree-sitter-javascript', 'tree-sitter-javascript.wasm'],
  'tree-sitter-kotlin.wasm': ['@tree-sitter-grammars/tree-sitter-kotlin', 'tree-sitter-kotlin.wasm'],
  'tree-sitter-lua.wasm': ['@tree-sitter-grammars/tree-sitter-lua', 'tree-sitter-lua.wasm'],
  'tree-sitter-php.wasm': ['tree-sitter-php', 'tree-sitter-php.wasm'],
  'tree-sitter-python.wasm': ['tree-sitter-python', 'tree-sitter-python.wasm'],
  'tree-sitter-ruby.wasm': ['tree-sitter-ruby', 'tree-sitter-ruby.wasm'],
  'tree-sitter-rust.wasm': ['tree-sitter-rust', 'tree-sitter-rust.wasm'],
  'tree-sitter-scala.wasm': ['tree-sitter-scala', 'tree-sitter-scala.wasm'],
  'tree-sitter-swift.wasm': ['@repomix/tree-sitter-wasms', 'out/tree-sitter-swift.wasm'],
  'tree-sitter-tsx.wasm': ['tree-sitter-typescript', 'tree-sitter-tsx.wasm'],
  'tree-sitter-typescript.wasm': ['tree-sitter-typescript', 'tree-sitter-typescript.wasm'],
  'web-tree-sitter.wasm': ['web-tree-sitter', 'web-tree-sitter.wasm'],
};

/** A grammar that its package has built from another repository, whose licence asks for its notice too. */
export interface GrammarSource {
  name: string;
  /** The package that has it built. */
  pkg: string;
  /** `OWNER/NAME` at GitHub. */
  repository: string;
  licence: 'MIT';
  copyright: string;
}

export const grammarSources: readonly GrammarSource[] = [
  {
    name: 'tree-sitter-dart',
    pkg: '@repomix/tree-sitter-wasms',
    repository: 'UserNobody14/tree-sitter-dart',
    licence: 'MIT',
    copyright: 'Copyright (c) 2020-2023 UserNobody14 and others',
  },
  {
    name: 'tree-sitter-swift',
    pkg: '@repomix/tree-sitter-wasms',
    repository: 'alex-pinkus/tree-sitter-swift',
    licence: 'MIT',
    copyright: 'Copyright (c) 2021 alex-pinkus',
  },
];

/** The text of the MIT licence. */
export function mitLicence(copyright: string): string {
  return `MIT License

${copyright}

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
