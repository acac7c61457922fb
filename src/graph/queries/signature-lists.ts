/**
 * Functions that one declaration implements under several signatures (TypeScript's overload lists), as questions name them: `parse` means all signatures,
 * `parse(string)` those with these parameter types.
 */
import { entityFields, entityFlags, entityKinds, entityWidth, type FileSummary } from '../../model/file-summary.ts';
import type { GraphSite, SignatureCalls, SymbolNode } from '../../model/graph.ts';
import { maxSignatures } from '../../model/link.ts';
import { signatureTypes } from '../../model/languages/signature-types.ts';
import { unpackSummary } from '../../store/packed/packed-summary.ts';
import { questionRulesOf } from '../languages/question-rules.ts';
import type { FoundSymbol, Signature, SignatureList } from './found-symbol.ts';
import type { FileSymbols } from './index/file-symbols.ts';
import type { LinkedPlace, LinkIndex } from './index/link-index.ts';
import type { Step } from './step.ts';

/** A symbol with its signatures, where its function has several. @param types those of the question; null for none */
export async function withSignatures(index: LinkIndex, found: FoundSymbol, types: string | null): Promise<FoundSymbol> {
  const all = await signaturesOf(index, found);
  if (all.length < 2 || all.length > maxSignatures) return found;
  const { node } = found;
  const names = all.map(({ name }) => name);
  const fitting = types === null ? [] : [...all.keys()].filter((at) => isWritten(names[at]!, types));
  const every = 2 ** all.length - 1;
  if (fitting.length === 0)
    return { ...found, node: { ...node, signatures: names }, signatures: { all, meant: every } };
  const [first] = fitting;
  const id = `${node.path}#${names[first!]!}`;
  const meant = fitting.reduce((bits, at) => bits | (1 << at), 0);
  return { ...found, node: { ...node, id, signatures: names }, signatures: { all, meant } };
}

/** The signatures of a file's functions, by the function's key: a file's symbols are of one content, so these stay valid with them. */
const signaturesBySymbols = new WeakMap<FileSymbols, Map<number, readonly Signature[]>>();

async function signaturesOf(index: LinkIndex, { ref, refs, node }: FoundSymbol): Promise<readonly Signature[]> {
  const file = index.file(ref.file);
  if (file === undefined || refs.length > 1 || (node.kind !== 'function' && node.kind !== 'method')) return [];
  if (questionRulesOf(file.language).hasSignatureLists !== true) return [];
  const symbols = (await index.symbolsOf([ref.file])).get(ref.file);
  if (symbols === undefined) return [];
  let known = signaturesBySymbols.get(symbols);
  if (known === undefined) signaturesBySymbols.set(symbols, (known = new Map<number, readonly Signature[]>()));
  let signatures = known.get(ref.key);
  if (signatures !== undefined) return signatures;
  const packed = (await index.store.summaries([file.fileId])).get(file.fileId);
  if (packed === undefined) return [];
  signatures = readSignatures(unpackSummary(packed).summary, node, symbols.byKey.get(ref.key) ?? []);
  known.set(ref.key, signatures);
  return signatures;
}

function readSignatures(
  summary: FileSummary,
  node: Pick<SymbolNode, 'qualified'>,
  definitions: readonly number[],
): Signature[] {
  return signatureEntities(summary, new Set(definitions)).map((entity) => ({
    name: `${node.qualified}(${signatureTypes(summary, entity)})`,
    line: summary.entities[entity * entityWidth + entityFields.line]!,
  }));
}

/**
 * The signatures of the function that definitions declare, without its implementation: the same as the linker's, of which `Link.signatures` has the
 * positions. Empty where functions of several owners have the name.
 */
function signatureEntities({ entities }: FileSummary, definitions: ReadonlySet<number>): number[] {
  const field = (entity: number, name: keyof typeof entityFields): number =>
    entities[entity * entityWidth + entityFields[name]]!;
  const isFunction = (entity: number): boolean => {
    const kind = field(entity, 'kind');
    return kind === entityKinds.function || kind === entityKinds.method;
  };
  const all = Array.from({ length: entities.length / entityWidth }, (_, at) => at).filter(isFunction);
  const ownerOf = (entity: number): string => {
    const parent = field(entity, 'parent');
    const isStatic = field(entity, 'flags') & entityFlags.static;
    return [
      field(entity, 'name'),
      field(entity, 'kind'),
      parent,
      parent === -1 ? field(entity, 'scope') : '',
      isStatic,
    ].join(' ');
  };
  const owners = new Set(all.filter((entity) => definitions.has(field(entity, 'definition'))).map(ownerOf));
  if (owners.size !== 1) return [];
  return all.filter(
    (entity) => owners.has(ownerOf(entity)) && (field(entity, 'flags') & entityFlags.implemented) === 0,
  );
}

/** Whether a question with these parameter types means a signature. The types may have the names of parameters before them. */
function isWritten(name: string, types: string): boolean {
  const own = name.slice(name.lastIndexOf('(') + 1, -1);
  return plainTypes(own) === plainTypes(types);
}

function plainTypes(types: string): string {
  return types
    .replaceAll(/<[^<>]*>/g, '')
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/^\.{3}/, '')
        .replace(/^\w+\??:\s*/, ''),
    )
    .map((one) =>
      one
        .replace(/\?$/, '')
        .replaceAll(/\b(?:null|undefined|void|never)\b/g, 'nullish')
        .replaceAll(/\s|"/g, (sign) => (sign === '"' ? "'" : '')),
    )
    .join(',');
}

/** The parameter types in `parse(text: string, options?: Options)`; null for a name without parentheses. */
export function typesInQuestion(written: string): string | null {
  const opened = written.endsWith(')') ? written.indexOf('(', 1) : -1;
  return opened === -1 ? null : written.slice(opened + 1, -1);
}

/**
 * Steps without those of calls that do not mean the signatures of a question, or may mean another.
 * @param doubtful gets the steps that are left out although they may mean them: those of calls that do not tell, and through other declarations
 */
export function stepsToSignatures(
  steps: readonly Step[],
  { signatures, refs }: FoundSymbol,
  doubtful: Step[],
): readonly Step[] {
  if (signatures === undefined || isAll(signatures)) return steps;
  const { meant } = signatures;
  return steps.filter((step) => {
    const { to, site, via } = step;
    if (!refs.some(({ file, key }) => to.file === file && to.key === key)) return true;
    if (via === null && isOnly(site, meant)) return true;
    if (via !== null || mayMean(site, meant)) doubtful.push(step);
    return false;
  });
}

function isAll({ all, meant }: SignatureList): boolean {
  return meant === 2 ** all.length - 1;
}

/** Whether a call means some signatures and no other. */
function isOnly({ signatures = 0 }: GraphSite, meant: number): boolean {
  return signatures !== 0 && (signatures & ~meant) === 0;
}

function mayMean({ signatures = 0 }: GraphSite, meant: number): boolean {
  return signatures === 0 || (signatures & meant) !== 0;
}

/**
 * How many calls mean each signature that a question means.
 * @param calls all calls of the function, each once
 * @param inherited calls that reach the function through another declaration, which has its own signatures
 */
export function callsBySignature(
  list: SignatureList,
  calls: readonly LinkedPlace[],
  inherited: readonly LinkedPlace[],
): SignatureCalls {
  const { all, meant } = list;
  const asked = [...all.keys()].filter((at) => (meant & (1 << at)) !== 0);
  const signatures = asked.map((at) => ({
    ...all[at]!,
    calls: calls.filter(({ site }) => isOnly(site, 1 << at)).length,
  }));
  const isDecided = ({ site }: LinkedPlace): boolean => asked.some((at) => isOnly(site, 1 << at));
  const undecided = calls.filter((place) => !isDecided(place) && mayMean(place.site, meant));
  return { signatures, undecided: undecided.length + inherited.length };
}
