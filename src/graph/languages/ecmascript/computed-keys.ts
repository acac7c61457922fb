/**
 * Members of a JavaScript object whose key is a symbol or a constant: `object[key]` for a member that is declared as `[key]`. Collectors name
 * the member by the text `[key]`. Two keys are equal when they have one declaration.
 */
import { entityFields, entityFlags, ops } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { memberTargets, memberValue } from '../../members/members.ts';
import { exportedValue } from '../../resolve/names.ts';
import { valueOfMember } from '../../heritage/nominal.ts';
import type { Exported } from '../../program/exported.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { spaces } from '../../program/spaces.ts';
import { type Value, eachOf, type Member } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** An alias of an alias is followed, up to this many. */
const maxAliases = 8;

/** A key as it is written (the names of its path), with the scope that it is written in. */
interface Key {
  file: ProgramFile;
  scope: number;
  path: readonly string[];
}

/** The value of `object[key]`; undefined where the key may be that of any member. @param node an `index` */
export function keyedMember(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const key = keyAt(file, file.operand(node, 1));
  if (key === null) return undefined;
  const object = nodeValue(i, file, file.operand(node, 0));
  if (object === null) return null;
  const declared = declaredKey(i, key);
  const isUnique = declared === null ? isWellKnown(key) : isSymbol(declared);
  const name = `[${key.path.join('.')}]`;
  let found = false;
  const value = eachOf(object, (part) => {
    const members: Member[] = memberTargets(i, part, name).filter((member) => hasKey(i, member, { key, declared }));
    if (members.length > 0) found = true;
    return members.length === 0 ? null : valueOfMember(i, members[0]!);
  });
  return found || isUnique ? value : undefined;
}

/** The key at a node; null for a key that is not a path of names. */
function keyAt(file: ProgramFile, node: number): Key | null {
  const path: string[] = [];
  let at = node;
  for (; file.op(at) === ops.member; at = file.operand(at, 0)) path.unshift(file.text(file.operand(at, 1)));
  if (file.op(at) !== ops.name) return null;
  path.unshift(file.text(file.operand(at, 0)));
  return { file, scope: file.operand(at, 1), path };
}

/** Whether a member, whose key has the text of `key`, has that key: their declarations are the same. */
function hasKey(
  i: Inference,
  { file, entity }: Target,
  { key, declared }: { key: Key; declared: Target | null },
): boolean {
  const ofMember = declaredKey(i, { file, scope: file.get(entity, entityFields.scope), path: key.path });
  if (ofMember === null || declared === null) return ofMember === declared && isWellKnown(key);
  return ofMember.file === declared.file && ofMember.entity === declared.entity;
}

/** Whether an undeclared key is a well-known symbol (`Symbol.iterator`). */
function isWellKnown({ path }: Key): boolean {
  return path.length === 2 && path[0] === 'Symbol';
}

/** The variable or property that a key names. */
function declaredKey(i: Inference, { file, scope, path }: Key): Target | null {
  const exported = meaningOf(i, file, scope, file.stringOf(path[0]!));
  if (exported === null) return null;
  if (path.length === 1) return exported.kind === 'entities' ? original(i, exported) : null;
  let value = exportedValue(i, exported);
  for (const part of path.slice(1, -1)) value = memberValue(i, value, part);
  const targets = memberTargets(i, value, path.at(-1)!);
  return targets.length === 1 ? original(i, { file: targets[0]!.file, entities: [targets[0]!.entity] }) : null;
}

/** The meaning of a name in a scope. @param name index of the name's string; -1 where the file does not have the string */
function meaningOf(i: Inference, file: ProgramFile, scope: number, name: number): Exported | null {
  const declared = name === -1 ? [] : file.lookUp(scope, name, spaces.value, false);
  return i.program.followEntities(file, declared, spaces.value);
}

/** The entity that an alias finally names (`module.exports = { key }` is an alias of `key`). */
function original(i: Inference, { file, entities }: { file: ProgramFile; entities: readonly number[] }): Target {
  let target: Target = { file, entity: entities[0]! };
  for (let step = 0; step < maxAliases; step++) {
    const value = target.file.get(target.entity, entityFields.value);
    if (!target.file.has(target.entity, entityFlags.alias) || target.file.op(value) !== ops.name) break;
    const next = meaningOf(i, target.file, target.file.operand(value, 1), target.file.operand(value, 0));
    if (next?.kind !== 'entities') break;
    target = { file: next.file, entity: next.entities[0]! };
  }
  return target;
}

/** Whether a key's declaration is `Symbol(…)`. A symbol never equals the name of another member. */
function isSymbol({ file, entity }: Target): boolean {
  const value = file.get(entity, entityFields.value);
  if (file.op(value) !== ops.call) return false;
  const callee = file.operand(value, 0);
  const maker = file.op(callee) === ops.member ? file.operand(callee, 0) : callee;
  if (file.op(maker) !== ops.name || file.text(file.operand(maker, 0)) !== 'Symbol') return false;
  return file.lookUp(file.operand(maker, 1), file.operand(maker, 0), spaces.value, false).length === 0;
}
