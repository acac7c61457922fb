/** Modules that have several alternatives, one for each kind of build (`#[cfg(unix)]`, `#[path = "unix.rs"]`). */
import type { SyntaxNode } from '../../language.ts';
import { cfgModule, entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import type { Collector } from './collector.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';

const modItemCode = code('mod_item');

/** An attribute is read up to this many UTF-16 units. */
const maxLength = 400;

/** Whether an attribute restricts an item to some builds; `cfg(test)` does not count. */
export function isCondition(source: string, attribute: SyntaxNode): boolean {
  return /^#\[\s*cfg\s*\((?!\s*test\s*\))/.test(source.slice(attribute.startIndex, attribute.startIndex + 40));
}

/** The file that an attribute names: `#[path = "a.rs"]`, `#[cfg_attr(unix, path = "a.rs")]`. */
function fileIn(source: string, { startIndex, endIndex }: SyntaxNode): string | null {
  const text = source.slice(startIndex, Math.min(endIndex, startIndex + maxLength));
  return /^#\[\s*(?:cfg_attr\s*\(.*?,\s*)?path\s*=\s*"([^"\\:]+\.rs)"/s.exec(text)?.[1] ?? null;
}

export interface DeclaredModules {
  moduleFiles: Map<string, readonly string[]>;
  optionalModules: Set<string>;
}

/** Reads the attributes of a file's top-level modules. */
export function declaredModules(source: string, root: SyntaxNode): DeclaredModules {
  const found: DeclaredModules = { moduleFiles: new Map(), optionalModules: new Set() };
  let files: string[] = [];
  let isOptional = false;
  for (const node of partsOf(root)) {
    const kind = codeOf(node);
    if (kind === codes.attribute) {
      const file = fileIn(source, node);
      if (file !== null) files.push(file);
      isOptional ||= isCondition(source, node);
      continue;
    }
    const name = kind === modItemCode ? (node.childForFieldName('name')?.text ?? '') : '';
    if (name !== '' && isOptional) found.optionalModules.add(name);
    if (name !== '' && files.length > 0)
      found.moduleFiles.set(name, [...new Set([...(found.moduleFiles.get(name) ?? []), ...files])]);
    files = [];
    isOptional = false;
  }
  return found;
}

/** The name of the module that a file contains. */
export function nameOfFile(path: string): string {
  const parts = path.split('/');
  const last = parts.at(-1)!.replace(/\.rs$/, '');
  return last === 'mod' ? (parts.at(-2) ?? last) : last;
}

/**
 * Declares, for the whole program, the modules between which builds choose for one name of this file. The name of such a declaration is the
 * prefix `cfgModule` with the module's name.
 */
export function declareAlternatives({ writer, alternatives }: Collector): void {
  const declared = new Set<string>();
  for (const [name, sameName] of Map.groupBy(alternatives, (alternative) => alternative.name)) {
    // A name that is declared at one place only has no alternatives.
    if (name !== '*' && new Set(sameName.map(({ at }) => at)).size < 2) continue;
    if (sameName.length > 1) for (const { modules } of sameName) for (const module of modules) declared.add(module);
  }
  for (const module of declared) {
    const name = `${cfgModule}${module}`;
    const flags = entityFlags.global;
    const entity = writer.entity({ name, kind: entityKinds.import, flags, line: 1, column: 1, scope: 0 });
    writer.set(entity, entityFields.listA, writer.module('self'));
    writer.set(entity, entityFields.listB, writer.string('*'));
  }
}

/** Names of files and folders that are not names of modules. */
const rootNames: ReadonlySet<string> = new Set(['mod', 'lib', 'main']);

/** Adds strings for the module of a file and its enclosing modules. The linker finds the file by these strings. */
export function writeModuleStrings({ writer }: Collector, path: string, crate: string): void {
  for (const name of modulesOfPath(path, crate)) writer.string(`${cfgModule}${name}`);
}

function modulesOfPath(path: string, crate: string): string[] {
  const inside = path.slice(crate === '' ? 0 : crate.length + 1).replace(/\.rs$/, '');
  return inside.split('/').filter((name) => !rootNames.has(name));
}
