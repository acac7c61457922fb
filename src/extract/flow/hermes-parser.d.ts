/**
 * The part of the Flow parser that is used; the package declares no types. The main entry of the package is not used: it would convert the trees
 * into others, and load transformations of them.
 */
declare module 'hermes-parser/dist/HermesParser.js' {
  export interface ParsedNode {
    type: string;
    /** UTF-16 offsets. */
    loc: { rangeStart: number; rangeEnd: number };
    [field: string]: unknown;
  }

  export interface ParserOptions {
    flow: 'all' | 'detect';
    sourceType: 'module' | 'script';
    tokens: boolean;
    allowReturnOutsideFunction: boolean;
    enableExperimentalComponentSyntax: boolean;
    enableExperimentalFlowMatchSyntax: boolean;
    enableExperimentalFlowRecordSyntax: boolean;
  }

  /** Throws on anything but JavaScript with Flow types. */
  export function parse(text: string, options: ParserOptions): ParsedNode;
}
