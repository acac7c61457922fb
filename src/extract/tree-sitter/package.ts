/** The used part of web-tree-sitter, bundled with the program. The package assigns to its other exports later, which a bundled module cannot do. */
export { Language, Parser, Query } from 'web-tree-sitter';
