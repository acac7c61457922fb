/**
 * The part of the parser of Flow that is used; it declares no types. Its entry would make other trees of this one's, and brings
 * transformations of them.
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

  /** Throws on what is no JavaScript with types of Flow. */
  export function parse(text: string, options: ParserOptions): ParsedNode;
}
