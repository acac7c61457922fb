/** Symbols as a person reads them. All text is safe to print. */
import type { SymbolNode } from '../../model/graph.ts';
import { printable } from '../terminal/printable.ts';

/** `run(name: string): void`, on one line. */
export function signedName({ qualified, signature }: Pick<SymbolNode, 'qualified' | 'signature'>): string {
  if (signature === null) return printable(qualified);
  const text = printable(signature.replaceAll(/\s+/g, ' ').trim());
  return `${printable(qualified)}${/^[(<[:?]/.test(text) ? '' : ' '}${text}`;
}

const kindWords: Partial<Record<SymbolNode['kind'], string>> = { typeAlias: 'type', enumMember: 'enum member' };

/** The kind in words. */
export function kindWord(kind: SymbolNode['kind']): string {
  return kindWords[kind] ?? kind;
}
