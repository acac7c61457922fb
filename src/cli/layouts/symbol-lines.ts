/** Symbols as a person reads them. All text is safe to print. */
import type { OutlineSymbol } from '../../model/code-questions.ts';
import type { SymbolNode } from '../../model/graph.ts';
import { printable } from '../terminal/printable.ts';

/** `run(name: string): void`, on one line. */
export function signedName({ qualified, signature }: Pick<SymbolNode, 'qualified' | 'signature'>): string {
  if (signature === null) return printable(qualified);
  const text = printable(signature.replaceAll(/\s+/g, ' ').trim());
  return `${printable(qualified)}${/^[(<[:?]/.test(text) ? '' : ' '}${text}`;
}

const kindWords: Readonly<Record<string, string>> = { typeAlias: 'type', enumMember: 'enum member' };

/** The kind in words. */
export function kindWord(kind: SymbolNode['kind'] | OutlineSymbol['kind']): string {
  return kindWords[kind] ?? kind;
}

/** A doc comment on one line, without its tags (`@param`); empty for none. */
export function docOnOneLine(docstring: string | null): string {
  const text = (docstring ?? '').replaceAll(/\s+/g, ' ').trim();
  return printable(text.replace(/ ?@\w.*/s, ''));
}
