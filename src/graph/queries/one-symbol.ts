/**
 * Symbols of one name that are one symbol for a query: JavaScript code and its declaration file; a name and the variables to which
 * CommonJS binds it in other files (`const { parse } = require('./parse')`); a class and its constructors that have its name.
 * Invariant: a symbol that stays represents each symbol that is left out.
 */
import { withoutOverload } from '../../model/link.ts';
import type { LinkIndex } from './index/link-index.ts';
import { questionRulesOf } from '../languages/question-rules.ts';
import { distinctRefs, RefMap } from './ref-map.ts';
import type { FoundSymbol } from './found-symbol.ts';

/** The symbols without those that another of them represents. */
export async function withoutDuplicates(
  index: LinkIndex,
  found: readonly FoundSymbol[],
): Promise<readonly FoundSymbol[]> {
  if (found.length < 2) return found;
  const symbols = withoutConstructors(index, found);
  if (symbols.length < 2 || !symbols.some((one) => mayBePaired(index, one))) return symbols;
  return withoutDeclarations(index, await withoutBindings(index, symbols));
}

/** Leaves out constructors with the name of their class: the class represents them. C++ may define them in another file than the class. */
function withoutConstructors(index: LinkIndex, found: readonly FoundSymbol[]): readonly FoundSymbol[] {
  const classes = found.filter(({ node }) => node.kind === 'class');
  if (classes.length === 0) return found;
  const separatesDefinitions = ({ ref }: FoundSymbol): boolean =>
    questionRulesOf(index.file(ref.file)?.language ?? '').declaresApart === true;
  const isConstructor = (one: FoundSymbol): boolean =>
    one.node.kind === 'method' &&
    classes.some(
      (owner) =>
        withoutOverload(one.node.qualified) === `${owner.node.qualified}.${owner.node.name}` &&
        (one.ref.file === owner.ref.file || (separatesDefinitions(one) && separatesDefinitions(owner))),
    );
  return found.filter((one) => !isConstructor(one));
}

/** Whether a symbol's language has declaration files and CommonJS bindings. */
function mayBePaired(index: LinkIndex, { ref }: FoundSymbol): boolean {
  return questionRulesOf(index.file(ref.file)?.language ?? '').hasFilePairs === true;
}

/**
 * Leaves out top-level variables that contain another of the symbols, or that nothing uses. Code that imports a name through CommonJS has such a
 * variable, and the links of its uses lead to the other symbol. An exported variable that nothing uses stays, if its file does not name another of the
 * symbols.
 */
async function withoutBindings(index: LinkIndex, found: readonly FoundSymbol[]): Promise<readonly FoundSymbol[]> {
  const mayBind = (one: FoundSymbol): boolean =>
    one.node.kind === 'variable' && one.node.qualified === one.node.name && mayBePaired(index, one);
  const variables = found.filter(mayBind);
  const others = found.filter((one) => !mayBind(one));
  if (others.length === 0 || variables.length === 0) return found;
  const used = new RefMap<true>();
  const ofVariables = await index.into(
    variables.map(({ ref }) => ref),
    // An import or re-export is not a use.
    (kind) => kind !== 'import' && kind !== 'reexport',
  );
  for (const { to } of ofVariables) used.set(to, true);
  const files = new Set(variables.map(({ ref }) => ref.file));
  const ofOthers = await index.into(
    others.map(({ ref }) => ref),
    () => true,
    (file) => files.has(file),
  );
  const namingFiles = new Set(ofOthers.map(({ from }) => from.file));
  const namingLines = new Set(ofOthers.map(({ from, site }) => `${from.file} ${site.line}`));
  const isBound = ({ ref, node }: FoundSymbol): boolean =>
    namingLines.has(`${ref.file} ${node.line}`) || (!used.has(ref) && (!node.exported || namingFiles.has(ref.file)));
  return found.filter((one) => !mayBind(one) || !isBound(one));
}

/** Leaves out symbols of declaration files that another of the symbols implements. */
async function withoutDeclarations(index: LinkIndex, found: readonly FoundSymbol[]): Promise<readonly FoundSymbol[]> {
  const declared = found.filter(({ ref }) => index.isDeclarationFile(ref.file));
  if (declared.length === 0 || declared.length === found.length) return found;
  const refs = [...distinctRefs(found.map(({ ref }) => ref))];
  const defining = new RefMap<true>();
  for (const { ref } of found) defining.set(ref, true);
  const implemented = new RefMap<true>();
  const overrides = await index.overridesFrom([...new Set(refs.map(({ file }) => file))]);
  for (const { from, to } of [...overrides.values()].flat())
    if (defining.has(from) && !index.isDeclarationFile(from.file)) implemented.set(to, true);
  return found.filter(({ ref }) => !index.isDeclarationFile(ref.file) || !implemented.has(ref));
}
