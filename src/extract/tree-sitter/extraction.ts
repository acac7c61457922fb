/**
 * Makes an `Extraction` from a query's captures.
 * Invariant: apart from sorting, the cost is linear in the file, however long its lines or deep its nesting.
 */
import type { Language, TreeSitterGrammar } from '../../languages/language.ts';
import { emptyExtraction, type Extraction } from '../../model/extraction.ts';
import type { Import } from '../../model/import.ts';
import { CommentBlocks, startsLine, stripCommentMarkers } from '../text.ts';
import { buildDefinitions } from './definitions.ts';
import type { FileContext, Source, SourceComment } from './drafts.ts';
import { buildReferences } from './references.ts';

export function buildExtraction(language: Language, grammar: TreeSitterGrammar, source: Source): Extraction {
  const result = emptyExtraction();
  const comments = buildComments(grammar, source);
  result.comments = comments.map(({ text, line, endLine }) => ({ text, line, endLine }));
  const file: FileContext = { ...source, grammar, comments, blocks: new CommentBlocks(comments) };
  const spans = buildDefinitions(file, result.definitions);
  result.references = buildReferences(file, spans);
  result.imports = buildImports(language, file);
  return result;
}

function buildComments(grammar: TreeSitterGrammar, { text, drafts }: Source): SourceComment[] {
  const strip = (raw: string): string => grammar.stripComment?.(raw, stripCommentMarkers) ?? stripCommentMarkers(raw);
  return drafts.comments.map((node) => {
    const start = node.startIndex;
    const end = node.endIndex;
    const raw = text.slice(start, end);
    const { row, column } = node.startPosition;
    return {
      start,
      end,
      text: strip(raw),
      line: row + 1,
      endLine: raw.includes('\n') ? Math.max(row, node.endPosition.row - (raw.endsWith('\n') ? 1 : 0)) + 1 : row + 1,
      column: column + 1,
      // A `#!` line documents nothing.
      ownLine: startsLine(text, start) && !(start === 0 && raw.startsWith('#!')),
    };
  });
}

function buildImports(language: Language, { grammar, drafts, root }: FileContext): Import[] {
  const result: Import[] = [];
  for (const node of drafts.imports) {
    for (const draft of grammar.imports?.(node, root) ?? []) {
      result.push({
        module: draft.module,
        type: draft.type ?? language.classifyImport?.(draft.module) ?? 'external',
        names: draft.names ?? [],
        alias: draft.alias ?? null,
        isDynamic: draft.isDynamic ?? false,
        isReexport: draft.isReexport ?? false,
        isTypeOnly: draft.isTypeOnly ?? false,
        line: draft.line ?? node.startPosition.row + 1,
        column: draft.column ?? node.startPosition.column + 1,
      });
    }
  }
  return result;
}
