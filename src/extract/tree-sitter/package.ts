/** What is used of web-tree-sitter, bundled: V8 has compiled it when the program was built. What else it exports changes later, which a script's exports may not. */
export { Language, Parser, Query } from 'web-tree-sitter';
