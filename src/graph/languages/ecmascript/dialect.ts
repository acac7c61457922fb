/** How TypeScript and JavaScript are linked: their dialects. */
import { scriptResult, methodCall } from '../../infer/builtins.ts';
import { withAssigned } from '../../infer/assigned-members.ts';
import { nodeValue, type Inference } from '../../questions/questions.ts';
import { entityKinds } from '../../../model/file-summary.ts';
import { union, type Value } from '../../questions/values.ts';
import { subclassesWith } from '../../heritage/class-order.ts';
import { namespaceMembers } from '../../members/members.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { dialect, type Dialect } from '../dialect.ts';
import { addedExport, importedWhole, importedWithAdded, withAdded } from './added-members.ts';
import { keyedMember } from './computed-keys.ts';
import { expectedSelf, selfMethods } from './contextual-this.ts';
import { declaredByPairs, declarationPairs } from './declaration-pairs.ts';
import { signaturesMeant, suitedSignature } from './overload-choice.ts';
import { elementOfIterable } from './iteration.ts';
import { platformPairs } from './platform-variants.ts';
import { isOfScript, withScripts } from './script-globals.ts';
import { declaredSelf } from './this-parameter.ts';
import { functionMember, isComponent } from './values.ts';

/** A computed key of a member: `[Symbol.iterator]`. The group is its first name. */
const keyPath = /^\[([^\].]+)/;

/** The result of `f.bind(…)` is `f`; other calls follow the rules that scripting languages share. */
function libraryResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const call = methodCall(file, node);
  const receiver = call?.name === 'bind' ? nodeValue(i, file, call.receiver) : null;
  return receiver?.kind === 'function' ? receiver : scriptResult(i, file, node);
}

/** Names of the global object. Files that name it have `Window` among their strings. */
const globalObjects: ReadonlySet<string> = new Set(['globalThis', 'window', 'self']);

/** `window.app`, where the program declares `interface Window { app: App }` globally. Other members are the platform's. */
function globalObject(i: Inference, file: ProgramFile, name: string): Value | undefined {
  if (!globalObjects.has(name)) return undefined;
  const declared = i.program
    .globals(file, 'Window')
    .filter((target) => target.file.kind(target.entity) === entityKinds.interface);
  if (declared.length === 0) return undefined;
  const instances = declared.map((target): Value => ({ kind: 'instance', ...target, environment: null }));
  return union([...instances, { kind: 'external' }]) ?? undefined;
}

/** Whether a value is what `globalObject` gives: the program declares only some of its members. */
function isGlobalObject(_: Inference, receiver: Value | null): boolean {
  if (receiver?.kind !== 'union') return false;
  const hasOthers = receiver.of.some(({ kind }) => kind === 'external');
  return hasOthers && receiver.of.some((part) => part.kind === 'instance' && part.file.name(part.entity) === 'Window');
}

/** The rules that TypeScript and JavaScript share. */
const both: Partial<Dialect> = {
  family: 'typescript',
  seenByImport: true,
  importsByName: true,
  followsInherited: true,
  indexed: keyedMember,
  iteratedPart: elementOfIterable,
  tupleItem: (i, object) => elementOfIterable(i, object) ?? null,
  imported: importedWhole,
  expectedThis: expectedSelf,
  declaredThis: declaredSelf,
  libraryResult,
  extendedGlobal: globalObject,
  isLibraryMember: isGlobalObject,
  mergedWithFunction: (i, { file, entity }, name) => namespaceMembers(i, file, entity, name),
  functionMember,
  selfMethods,
  callMethods: { withArguments: 'call', withList: 'apply' },
  globalsSeen: withScripts,
  globalNamed: (_, globals) => (isOfScript(globals[0]!) ? globals : globals.slice(0, 1)),
  // Frameworks provide names to components without an import.
  getsNamesFromFrameworks: isComponent,
  followsCalled: () => true,
  filePairs: {
    pairsOf: (files) => [...declarationPairs(files), ...platformPairs(files)],
    implied: declaredByPairs,
  },
  computedKey: (name) => keyPath.exec(name)?.[1] ?? null,
};

export const typescript = dialect('typescript', {
  ...both,
  suited: suitedSignature,
  signaturesMeant,
  // The compiler refuses an assignment to an undeclared name.
  declaresByAssigning: () => false,
});

export const javascript = dialect('javascript', {
  ...both,
  imported: importedWithAdded,
  assigned: withAssigned,
  wholeModule: withAdded,
  addedExport,
  subclassesWith,
});
