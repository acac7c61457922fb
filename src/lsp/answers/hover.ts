/** What a name means: signature, documentation, and who calls it. */
import { MarkupKind, type Hover } from 'vscode-languageserver/node';
import type { LocalDeclaration, MeantSymbol } from '../../model/code-questions.ts';
import { sourceName, containerOf } from '../../model/link.ts';
import { known, meantAt, type Graph, type PlaceQuestion } from './context.ts';

/** Callers that are named. */
const callersShown = 5;
/** Symbols that are described where a name means several. */
const symbolsShown = 3;
const functionKinds: ReadonlySet<string> = new Set(['function', 'method', 'component', 'macro']);

/** @param isMarkdown whether the client shows Markdown; else plain text */
export async function hoverAt(question: PlaceQuestion, isMarkdown: boolean, language: string): Promise<Hover | null> {
  const { graph, places } = question;
  const meant = await meantAt(question);
  if (meant === null || meant.name === null) return null;
  const parts: string[] = [];
  const code = (text: string): string => (isMarkdown ? fenced(text, language) : text);
  for (const symbol of meant.symbols.slice(0, symbolsShown)) {
    const { node, docstring } = symbol;
    parts.push(code(headOf(symbol)));
    if (docstring !== null) parts.push(docstring);
    const known = await usesText(graph, symbol, isMarkdown);
    const isElsewhere = node.path !== question.path;
    parts.push(
      [known, isElsewhere ? `In ${isMarkdown ? `\`${node.path}\`` : node.path}.` : '']
        .filter((one) => one !== '')
        .join(' '),
    );
  }
  const more = meant.symbols.length - symbolsShown;
  if (more > 0) parts.push(`… and ${more} more symbols of this name.`);
  if (meant.local !== null) parts.push(code(meant.local.text), localText(meant.local));
  const value = parts.filter((part) => part !== '').join('\n\n');
  if (value === '') return null;
  const range = await places.nameRange(question, { line: meant.line, column: meant.column, length: meant.name.length });
  return { contents: { kind: isMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value }, range };
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(({ 0: marks }) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function headOf({ node }: MeantSymbol): string {
  const kind = node.kind === 'typeAlias' ? 'type' : node.kind === 'enumMember' ? 'member' : node.kind;
  const name = sourceName({ name: node.name, container: containerOf(node) });
  return node.kind === 'file' ? node.path : `(${kind}) ${name}${joined(node.signature)}`;
}

function joined(signature: string | null): string {
  if (signature === null) return '';
  return /^[(<:[]/.test(signature) ? signature : ` ${signature}`;
}

async function usesText(graph: Graph, { node }: MeantSymbol, isMarkdown: boolean): Promise<string> {
  const quoted = (text: string): string => (isMarkdown ? `\`${text}\`` : text);
  if (functionKinds.has(node.kind)) {
    const answer = await known(graph.callers({ symbol: node.id, maxDepth: 1, account: false }));
    if (answer === null) return '';
    const { reached, unresolved } = answer;
    const open = unresolved.sites > 0 ? ` ${unresolved.sites} unresolved places may call it.` : '';
    if (reached.length === 0) return open === '' ? '' : `No known callers.${open}`;
    const names = reached
      .slice(0, callersShown)
      .map(({ node: caller }) =>
        quoted(
          caller.kind === 'file' ? caller.path : sourceName({ name: caller.name, container: containerOf(caller) }),
        ),
      );
    const rest = reached.length - names.length;
    return `${reached.length === 1 ? '1 caller' : `${reached.length} callers`}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.${open}`;
  }
  if (node.kind === 'file') return '';
  const { uses } = await graph.uses({ symbols: [node.id] });
  const files = new Set(uses.map(({ path }) => path)).size;
  return uses.length === 0
    ? ''
    : `Used ${uses.length === 1 ? 'once' : `${uses.length} times`} in ${files === 1 ? '1 file' : `${files} files`}.`;
}

function localText({ kind, container, module }: LocalDeclaration): string {
  if (module !== null) return `Imported from ${module}.`;
  const word = kind === 'typeParameter' ? 'Type parameter' : kind.charAt(0).toUpperCase() + kind.slice(1);
  return container === null ? `${word} of this file.` : `${word} of ${container}.`;
}
