/** The links by which types extend and implement others, with the types that they belong to. */
import type { TypeRelation } from '../../../model/code-questions.ts';
import type { LinkKind } from '../../../model/link.ts';
import { questionRulesOf } from '../../languages/question-rules.ts';
import type { LinkedPlace, LinkIndex } from '../index/link-index.ts';
import type { SymbolRef } from '../ref-map.ts';
import type { LinesOf } from '../value-places.ts';
import { isType, typeEntry, type TypeMembers } from './type-members.ts';

export const isHeritage = (kind: LinkKind): boolean => kind === 'extends' || kind === 'implements';

/** A type that names another in its heritage. */
export interface HeritagePlace {
  /** The type; for one without a name the definition that contains it. Null for a type that the project does not define. */
  owner: SymbolRef | null;
  /** Set where `owner` is not a type: the code of the line. */
  written: string | null;
  base: SymbolRef;
  file: number;
  line: number;
  relation: TypeRelation;
}

/** The maximum length of a line of code in the answer. */
const maxTextLength = 120;
/** The lines around a place that the header of a declaration apart from its type may take. */
const headerLines = 2;
/** How much of a header is read (UTF-16 units). */
const maxHeader = 1000;

/** What `heritageInto` needs besides the types. */
export interface HeritageContext {
  index: LinkIndex;
  members: TypeMembers;
  linesOf: LinesOf;
}

/** The types that name these types in their heritage. */
export async function heritageInto(context: HeritageContext, bases: readonly SymbolRef[]): Promise<HeritagePlace[]> {
  const places = await context.index.into(bases, isHeritage);
  const found = await Promise.all(places.map(async (place) => heritagePlace(context, place)));
  return found.flatMap((place) => place ?? []);
}

/** The types that these types name in their heritage, also in declarations apart from them. */
export async function heritageOutOf(context: HeritageContext, types: readonly SymbolRef[]): Promise<HeritagePlace[]> {
  const { index } = context;
  const files = new Set(types.map(({ file }) => file));
  const apart = types.filter(
    ({ file }) => questionRulesOf(index.file(file)?.language ?? '').extendedType !== undefined,
  );
  // A declaration apart from the type names it.
  for (const { from } of await index.into(apart, (kind) => kind === 'type')) files.add(from.file);
  const tops = [...files].map((file) => ({ file, key: 0 }));
  const isAsked = ({ file, key }: SymbolRef): boolean => types.some((one) => one.file === file && one.key === key);
  const places = await index.outOf([...types, ...tops], { accepts: isHeritage, withInner: false });
  const found = await Promise.all(places.map(async (place) => heritagePlace(context, place)));
  return found.flatMap((place) => (place !== null && place.owner !== null && isAsked(place.owner) ? [place] : []));
}

/** Null for a list of interfaces without a name, as of an assertion: it is no type that has their methods. */
async function heritagePlace(
  { index, members, linesOf }: HeritageContext,
  { from, to, site }: LinkedPlace,
): Promise<HeritagePlace | null> {
  const { language = '', path = '' } = index.file(from.file) ?? {};
  const rules = questionRulesOf(language);
  const place = {
    base: to,
    file: from.file,
    line: site.line,
    relation: site.kind === 'implements' ? 'implements' : 'extends',
  } as const;
  if ((await typeEntry(index, from)) !== null) return { ...place, owner: from, written: null };
  const lines = linesOf(path);
  const written = (lines?.[site.line - 1] ?? '').trim().slice(0, maxTextLength);
  if (rules.implementsImplicitly === true) {
    const owner = await members.innermostAt(from.file, site, 'type');
    if (owner === null && isInInterfaceLiteral(lines ?? [], site.line)) return null;
    return { ...place, owner, written: owner === null ? written : null };
  }
  if (rules.extendedType !== undefined) {
    const name = extendedName(lines ?? [], site.line, rules.extendedType);
    const owner = name === null ? null : await members.typeNamed(name, from.file);
    return { ...place, owner, written: owner === null ? written : null };
  }
  // A type without a name, in the value of a variable or in a function.
  const around = from.key === 0 ? await members.innermostAt(from.file, site, 'any') : from;
  const kind = around === null ? undefined : (await index.declarations([around])).get(around)?.kind;
  // The type around it is another one.
  return { ...place, owner: kind === undefined || isType({ kind }) ? null : around, written };
}

/** Lines before an embedded interface in which the literal around it may begin. */
const literalLines = 50;

/** Whether the nearest brace that is open at the beginning of a line is that of `interface {`. */
function isInInterfaceLiteral(lines: readonly string[], line: number): boolean {
  let closed = 0;
  for (let at = line - 2; at >= Math.max(0, line - 1 - literalLines); at--) {
    const text = lines[at]!;
    for (let column = text.length - 1; column >= 0; column--) {
      if (text[column] === '}') closed++;
      else if (text[column] !== '{') continue;
      else if (closed > 0) closed--;
      else return /\binterface\s*$/.test(text.slice(0, column));
    }
  }
  return false;
}

/** The type that the declaration around a line extends: its header begins on this line or on one of those before it. */
function extendedName(
  lines: readonly string[],
  line: number,
  extendedType: (text: string) => string | null,
): string | null {
  for (let start = line - 1; start >= Math.max(0, line - 1 - headerLines); start--) {
    const name = extendedType(
      lines
        .slice(start, line + headerLines)
        .join(' ')
        .slice(0, maxHeader),
    );
    if (name !== null) return name;
  }
  return null;
}
