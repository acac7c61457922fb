/** A symbol in graph answers: as data, and as lines of text with the same facts. */
import type { SymbolNode } from '../../model/graph.ts';
import { oneLine } from '../budget.ts';
import { clip, type Detail } from './detail.ts';

export interface SymbolData {
  id: string;
  name: string;
  kind: string;
  /** `10-12`, or `10`; absent for a file. */
  lines?: string;
  exported?: true;
  test?: true;
  /** Where the symbol stands for all overloads of a function: their names. */
  overloads?: string[];
  /** The signatures of a function that has several. */
  signatures?: string[];
}

export function lineRange({ startLine, endLine }: { startLine: number; endLine: number }): string {
  return startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
}

/** The name of a symbol in a list below the path of its file. */
export function shownName(node: SymbolNode, detail: Detail): string {
  return node.kind === 'file' ? '(top level)' : clip(node.qualified, detail.name);
}

/** The name of a symbol where the path of its file is not shown: a file is named by its path. */
export function freeName(node: SymbolNode, detail: Detail): string {
  return node.kind === 'file' ? clip(node.path, detail.path) : clip(node.qualified, detail.name);
}

export function symbolData(node: SymbolNode, detail: Detail): SymbolData {
  return {
    id: clip(node.id, detail.path + detail.name),
    name: freeName(node, detail),
    kind: node.kind,
    ...(node.kind === 'file' ? {} : { lines: lineRange(node) }),
    ...(node.exported ? { exported: true } : {}),
    ...(node.isTest ? { test: true } : {}),
    ...(node.overloads === undefined ? {} : { overloads: node.overloads.map((name) => clip(name, detail.name)) }),
    ...(node.signatures === undefined ? {} : { signatures: node.signatures.map((name) => clip(name, detail.name)) }),
  };
}

/** ` [1-10] exp (a: string): void` */
export function symbolTail(symbol: Pick<SymbolData, 'lines' | 'exported'> & { signature?: string }): string {
  const { lines, exported, signature } = symbol;
  return `${lines === undefined ? '' : ` [${lines}]`}${exported === true ? ' exp' : ''}${signature === undefined ? '' : ` ${oneLine(signature)}`}`;
}

/** At most this many overloads are named. */
const mostOverloads = 8;

function listLine(all: readonly string[], what: string): string {
  const names = all.slice(0, mostOverloads).map((name) => oneLine(name));
  const more = all.length - names.length;
  return `${all.length} ${what}: ${names.join(', ')}${more === 0 ? '' : `, +${more} more`}`;
}

/** The head of an answer about one symbol: `get_callers: src/a.ts#App.run`, then kind, lines and signature. */
export function symbolHead(name: string, symbol: SymbolData): string[] {
  return [
    `${name}: ${oneLine(symbol.id)}`,
    `${symbol.kind}${symbolTail(symbol)}${symbol.test === true ? ' (test)' : ''}`,
    ...(symbol.overloads === undefined ? [] : [listLine(symbol.overloads, 'overloads together')]),
    ...(symbol.signatures === undefined ? [] : [listLine(symbol.signatures, 'signatures')]),
  ];
}
