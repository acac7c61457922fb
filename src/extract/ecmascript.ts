/**
 * Extraction of TypeScript and JavaScript by oxc: one parse, one walk.
 * Invariants: text that is too deep for the native parser never reaches it; a result of null means that another parser has to read the
 * file, and `problem` says why.
 */
import { parseSync, rawTransferSupported } from 'oxc-parser';
import type { Language } from '../languages/language.ts';
import { emptyExtraction, type Extraction, type FileIssue } from '../model/extraction.ts';
import { Context, type Node } from './ecmascript-context.ts';
import { boundDepth } from './ecmascript-depth.ts';
import { walkProgram } from './ecmascript-walk.ts';

type Dialect = 'ts' | 'tsx' | 'jsx' | 'dts';

/** Raw transfer hands the tree over in one buffer: several times faster than JSON, on 64-bit little-endian platforms. */
const rawTransfer = rawTransferSupported();

function dialectOf(path: string): Dialect {
  const name = path.toLowerCase();
  if (/\.d\.[mc]?ts$/.test(name)) return 'dts';
  if (name.endsWith('.tsx')) return 'tsx';
  return /\.[mc]?ts$/.test(name) ? 'ts' : 'jsx';
}

export interface EcmascriptResult {
  extraction: Extraction | null;
  problem: FileIssue | null;
}

export function extractEcmascript(language: Language, path: string, text: string): EcmascriptResult {
  const dialect = dialectOf(path);
  const bounded = boundDepth(text, dialect === 'tsx' || dialect === 'jsx');
  if (!bounded.certain) {
    return { extraction: null, problem: { code: 'tooDeep', message: 'too tangled for the fast parser', line: null } };
  }
  const tooDeep = bounded.blankedAt === -1 ? null : deepIssue(text, bounded.blankedAt);
  const sourceTypes = dialect === 'jsx' ? (['module', 'script'] as const) : (['module'] as const);
  let problem: FileIssue | null = null;
  for (const sourceType of sourceTypes) {
    const parsed = parseSync(path, bounded.text, {
      lang: dialect,
      sourceType,
      astType: 'ts',
      preserveParens: false,
      ...(rawTransfer ? { experimentalRawTransfer: true } : {}),
    } as Parameters<typeof parseSync>[2]);
    const fatal = parsed.errors.find((error) => error.severity === 'Error');
    if (fatal === undefined) {
      const result = emptyExtraction();
      const context = new Context(
        text,
        parsed.comments,
        result,
        (module) => language.classifyImport?.(module) ?? 'external',
      );
      walkProgram(context, parsed.program as unknown as Node);
      sortByPlace(result);
      if (tooDeep !== null) result.issues.push(tooDeep);
      return { extraction: result, problem: null };
    }
    problem ??= syntaxIssue(text, fatal);
  }
  return { extraction: null, problem };
}

function deepIssue(text: string, offset: number): FileIssue {
  return {
    code: 'tooDeep',
    message: 'nested too deeply: what lies deeper was passed over',
    line: lineAt(text, offset),
  };
}

function syntaxIssue(text: string, error: { message: string; labels: { start: number }[] }): FileIssue {
  const offset = error.labels[0]?.start;
  return {
    code: 'syntax',
    message: error.message.slice(0, 200),
    line: offset === undefined ? null : lineAt(text, offset),
  };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The walk goes in source order but for a few members; the contract wants all by place. */
function sortByPlace(result: Extraction): void {
  const order = result.definitions.map((definition, index) => ({ definition, index }));
  order.sort((a, b) => {
    const left = a.definition;
    const right = b.definition;
    return (
      left.startLine - right.startLine ||
      left.startColumn - right.startColumn ||
      right.endLine - left.endLine ||
      right.endColumn - left.endColumn ||
      a.index - b.index
    );
  });
  if (order.some(({ index }, at) => index !== at)) {
    const to = new Int32Array(order.length);
    order.forEach(({ index }, at) => (to[index] = at));
    result.definitions = order.map(({ definition }) => definition);
    for (const reference of result.references)
      if (reference.container >= 0) reference.container = to[reference.container]!;
  }
  const byPlace = (a: { line: number; column: number }, b: { line: number; column: number }): number =>
    a.line - b.line || a.column - b.column;
  result.references.sort(byPlace);
  result.imports.sort(byPlace);
}
