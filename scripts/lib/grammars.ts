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
