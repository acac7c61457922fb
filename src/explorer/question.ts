/** What a question of the explorer is, and what the answers share. */
import type { Engine } from '../engine/types.ts';
import type { SymbolNode } from '../model/graph.ts';
import { containerOf, sourceName } from '../model/link.ts';
import type { Listed, SymbolRef } from './contract.ts';
import type { ParameterReader } from './parameters.ts';

export interface QuestionShape {
  parameters: object;
  answer: object;
}

export interface Question<Shape extends QuestionShape> {
  /** Reads and checks the parameters. Throws a `ValidationError`. */
  read(given: ParameterReader): Shape['parameters'];
  /** Rejects with an `AppError`. */
  answer(engine: Engine, parameters: Shape['parameters'], signal: AbortSignal): Promise<Shape['answer']>;
}

export type QuestionTable<Shapes> = {
  [Name in keyof Shapes]: Shapes[Name] extends QuestionShape ? Question<Shapes[Name]> : never;
};

/** Longer texts of a symbol are cut: names of thousands of letters exist, and no list shows them whole. */
const maxTextLength = 300;

export function cutText(text: string, most = maxTextLength): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

export function symbolRef(node: SymbolNode): SymbolRef {
  const { id, name, kind, path, line, endLine, signature, exported, isTest } = node;
  return {
    id,
    name: cutText(name),
    // As in the source: local names have marks that only tell them apart.
    qualified: kind === 'file' ? path : cutText(sourceName({ name, container: containerOf(node) })),
    kind,
    path,
    line,
    endLine,
    signature: signature === null ? null : cutText(signature),
    exported,
    isTest,
    package: node.package,
  };
}

/** Without the signature, for lists that do not show it. */
export function bareRef(node: SymbolNode): SymbolRef {
  return { ...symbolRef(node), signature: null };
}

/**
 * The first entries of a list.
 * @param cap at most this many
 * @param budget at most this many bytes of JSON; one entry is always shown
 * @param total if the list is itself a part of a longer one
 */
export function listed<T>(
  entries: readonly T[],
  { cap, budget = 12_000, total = entries.length }: { cap: number; budget?: number; total?: number },
): Listed<T> {
  const shown: T[] = [];
  let left = budget;
  for (const entry of entries.slice(0, cap)) {
    left -= Buffer.byteLength(JSON.stringify(entry));
    if (left < 0 && shown.length > 0) break;
    shown.push(entry);
  }
  return { total, shown };
}
