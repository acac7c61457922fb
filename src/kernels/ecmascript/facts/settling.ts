/**
 * Settles the assignments of a file when all its declarations are known: what is assigned to a declared variable is one of its values; what
 * is assigned to a member that nobody declares declares it. As `model/assignments.ts` does for the other languages; here an assignment to a name
 * that nothing declares makes a variable of the file.
 */
import { Ints } from '../ints';
import { take } from '../memory';
import { ascii } from '../texts';
import {
  exportWidth,
  fieldAssignedTo,
  fieldFlags,
  fieldKind,
  fieldName,
  fieldParent,
  fieldScope,
  fieldType,
  fieldValue,
  flagAlias,
  flagAssigned,
  flagGlobal,
  flagNarrowed,
  flagStatic,
  formLocal,
  formOwn,
  kindClass,
  kindFunction,
  kindImport,
  kindObject,
  kindParameter,
  kindProperty,
  kindVariable,
  opArrayOf,
  opCast,
  opEntity,
  opIndex,
  opMember,
  opName,
  opThis,
  opTypeOf,
  opUnion,
  scopeBlock,
  scopeFunction,
} from './codes';
import { NumberMap } from './number-map';
import { assignmentWidth, maxAlternatives, writer } from './writer';

/** Elements of one list that are kept. */
const maxElements = 8;

/** Some values for each of some entities. */
@unmanaged
class ValueLists {
  /** In the order in which each got its first value. */
  entities: Ints;
  private lists: Ints;
  private places: NumberMap;
  /** Values of one entity that are kept. */
  private most: i32;

  add(entity: i32, value: i32): void {
    let at = this.places.get(entity);
    if (at === -1) {
      at = this.entities.length;
      this.places.set(entity, at);
      this.entities.push(entity);
      this.lists.push(<i32>changetype<usize>(Ints.of(this.most)));
    }
    const list = this.list(at);
    if (list.length < this.most) list.push(value);
  }

  /** The values of the entity at this place among `entities`. */
  list(at: i32): Ints {
    return changetype<Ints>(<usize>this.lists.get(at));
  }

  static of(most: i32): ValueLists {
    const made = changetype<ValueLists>(take(offsetof<ValueLists>()));
    made.entities = Ints.of(16);
    made.lists = Ints.of(16);
    made.places = NumberMap.of(16);
    made.most = most;
    return made;
  }
}

/** The first entity of each scope and name that is no narrowing of another. */
let declared: NumberMap = changetype<NumberMap>(0);
/** Members by owner and name, made when first asked for. */
let members: NumberMap | null = null;
/** What is assigned to each entity. */
let assigned: ValueLists = changetype<ValueLists>(0);
/** The string `prototype`; -1 where the file has none. */
let prototype: i32 = -1;

export function settleAssignments(): void {
  const count = writer.assignments.length;
  const whole = wholeExport();
  if (count === 0 && whole === -1) return;
  declared = byName();
  members = null;
  assigned = ValueLists.of(maxAlternatives);
  prototype = writer.strings.known(ascii('prototype'));
  if (whole !== -1) placeExports(exportedOwner(whole));
  placeFunctions();
  for (let at = 0; at < count; at += assignmentWidth) {
    const op = writer.opOf(targetAt(at));
    if (op === opName) toName(at);
    else if (op === opMember && valueAt(at) !== 0) {
      toMember(at);
      if (isGivenToAll(at)) declareForAll(at);
    }
  }
  toElements();
  setValues();
}

function targetAt(at: i32): i32 {
  return writer.assignments.get(at);
}

function valueAt(at: i32): i32 {
  return writer.assignments.get(at + 1);
}

function byName(): NumberMap {
  const names = NumberMap.of(1 << 8);
  const count = writer.entityCount;
  for (let entity = 0; entity < count; entity++) {
    const isMember = writer.get(entity, fieldParent) !== -1;
    if (isMember && writer.get(entity, fieldKind) !== kindParameter) continue;
    if ((writer.get(entity, fieldFlags) & flagNarrowed) !== 0) continue;
    const key = keyOf(writer.get(entity, fieldScope), writer.get(entity, fieldName));
    if (names.get(key) === -1) names.set(key, entity);
  }
  return names;
}

/** What is assigned to an entity stands beside what it was declared with. */
function setValues(): void {
  for (let at = 0; at < assigned.entities.length; at++) {
    const entity = assigned.entities.get(at);
    const kind = writer.get(entity, fieldKind);
    if (kind === kindFunction || kind === kindClass || kind === kindImport) continue;
    const list = assigned.list(at);
    const all = Ints.of(list.length + 1);
    all.push(writer.get(entity, fieldValue));
    for (let index = 0; index < list.length; index++) all.push(list.get(index));
    writer.set(entity, fieldValue, writer.either(all));
  }
}

function lookUp(name: i32, from: i32): i32 {
  for (let scope = from; scope !== -1; scope = writer.scopeParent(scope)) {
    const found = declared.get(keyOf(scope, name));
    if (found !== -1) return found;
  }
  return -1;
}

/** An entity that an assignment makes. */
function declareAssigned(name: i32, kind: i32, at: i32, scope: i32): i32 {
  const line = writer.assignments.get(at + 2);
  return writer.entityAt(name, kind, line, writer.assignments.get(at + 3), scope);
}

function toName(at: i32): void {
  const target = targetAt(at);
  const value = valueAt(at);
  const name = writer.operand(target, 0);
  let entity = lookUp(name, writer.operand(target, 1));
  if (entity === -1) {
    entity = declareAssigned(name, kindVariable, at, 0);
    writer.set(entity, fieldFlags, flagAssigned);
    declared.set(keyOf(0, name), entity);
  }
  if (value !== 0) assigned.add(entity, value);
}

function toMember(at: i32): void {
  const target = targetAt(at);
  const value = valueAt(at);
  const owner = ownerOf(writer.operand(target, 0));
  if (owner === -1) return;
  const name = writer.operand(target, 1);
  const all = membersByKey();
  const key = keyOf(owner, name);
  const known = all.get(key);
  if (known !== -1) {
    const isAssigned = (writer.get(known, fieldFlags) & flagAssigned) !== 0;
    if (isAssigned || writer.get(known, fieldValue) === 0) assigned.add(known, value);
    return;
  }
  const added = declareAssigned(name, kindProperty, at, writer.assignments.get(at + 4));
  writer.set(added, fieldParent, owner);
  const isAlias = writer.get(owner, fieldKind) === kindImport && writer.opOf(value) === opName;
  writer.set(added, fieldFlags, flagAssigned | (ownsByInstances ? 0 : flagStatic) | (isAlias ? flagAlias : 0));
  all.set(key, added);
  assigned.add(added, value);
}

/** When all variables and members are there. */
/** `globalThis.help = help`: what the file has by a name, the whole program may call by it. */
function isGivenToAll(at: i32): bool {
  const target = targetAt(at);
  const value = valueAt(at);
  if (writer.opOf(value) !== opName || writer.operand(target, 1) !== writer.operand(value, 0)) return false;
  if (!isGlobalObject(writer.operand(target, 0))) return false;
  const given = lookUp(writer.operand(value, 0), writer.operand(value, 1));
  if (given === -1 || writer.get(given, fieldScope) !== 0) return false;
  return writer.get(given, fieldKind) !== kindParameter;
}

/** Whether it is the object of what the program has, and no variable of that name. */
function isGlobalObject(node: i32): bool {
  if (writer.opOf(node) !== opName) return false;
  const name = writer.operand(node, 0);
  const strings = writer.strings;
  const isNamed =
    name === strings.known(ascii('globalThis')) ||
    name === strings.known(ascii('global')) ||
    name === strings.known(ascii('window')) ||
    name === strings.known(ascii('self'));
  return isNamed && lookUp(name, writer.operand(node, 1)) === -1;
}

/** In a scope of its own: the file itself goes on to mean its own by that name. */
function declareForAll(at: i32): void {
  const own = writer.scope(writer.assignments.get(at + 4), scopeBlock, -1);
  const entity = declareAssigned(writer.operand(targetAt(at), 1), kindVariable, at, own);
  writer.set(entity, fieldFlags, flagAssigned | flagAlias | flagGlobal);
  writer.set(entity, fieldValue, valueAt(at));
}

function toElements(): void {
  const elements = ValueLists.of(maxElements);
  for (let at = 0; at < writer.assignments.length; at += assignmentWidth) {
    const target = targetAt(at);
    const value = valueAt(at);
    if (writer.opOf(target) !== opIndex || value === 0) continue;
    const holder = elementHolder(writer.operand(target, 0));
    if (holder !== -1) elements.add(holder, value);
  }
  for (let at = 0; at < elements.entities.length; at++) {
    assigned.add(elements.entities.get(at), listOf(elements.list(at)));
  }
}

/** The variable or property that holds the list, map or object to which `node[key] = …` gives an element; -1 for none, or a declared one. */
function elementHolder(node: i32): i32 {
  const holder = heldAt(node);
  if (holder === -1 || writer.get(holder, fieldType) !== 0) return -1;
  const kind = writer.get(holder, fieldKind);
  return kind === kindVariable || kind === kindProperty ? holder : -1;
}

function heldAt(node: i32): i32 {
  const op = writer.opOf(node);
  if (op === opName) return lookUp(writer.operand(node, 0), writer.operand(node, 1));
  if (op !== opMember) return -1;
  const owner = ownerOf(writer.operand(node, 0));
  return owner === -1 ? -1 : membersByKey().get(keyOf(owner, writer.operand(node, 1)));
}

/** Some list of these values. */
function listOf(elements: Ints): i32 {
  const types = Ints.of(elements.length);
  for (let index = 0; index < elements.length; index++) types.push(writer.node1(opTypeOf, elements.get(index)));
  return writer.node2(opCast, writer.node1(opArrayOf, writer.node1(opUnion, writer.list(types))), 0);
}

/** Where the export of one value as the whole module stands (`module.exports = …`); -1 for none. */
function wholeExport(): i32 {
  const name = writer.strings.known(ascii('='));
  if (name === -1) return -1;
  const exports = writer.exports;
  for (let at = 0; at < exports.length; at += exportWidth) if (exports.get(at) === name) return at;
  return -1;
}

/** The function, class or object of this file that is exported there; -1 for anything else. */
function exportedOwner(at: i32): i32 {
  const a = writer.exports.get(at + 2);
  const form = writer.exports.get(at + 1);
  let entity = -1;
  if (form === formOwn) entity = a;
  else if (form === formLocal) entity = heldBy(lookUp(a, 0));
  if (entity === -1) return -1;
  const kind = writer.get(entity, fieldKind);
  return kind === kindFunction || kind === kindClass || kind === kindObject ? entity : -1;
}

/** What is assigned to a name of what the whole module is (`module.exports.a = …`) belongs to that. */
function placeExports(owner: i32): void {
  if (owner === -1) return;
  const exports = writer.exports;
  for (let at = 0; at < exports.length; at += exportWidth) {
    const entity = exports.get(at + 2);
    if (exports.get(at + 1) !== formOwn || entity === -1 || !isAssignedExport(entity)) continue;
    writer.set(entity, fieldParent, owner);
    writer.addFlags(entity, flagStatic);
    const value = writer.get(entity, fieldValue);
    if (writer.opOf(value) !== opEntity) continue;
    const placed = writer.operand(value, 0);
    // `module.exports = module.exports.default = function () {}`
    if (placed === owner || writer.get(placed, fieldKind) !== kindFunction) continue;
    writer.set(placed, fieldAssignedTo, owner);
    writer.addFlags(placed, flagStatic);
  }
}

function isAssignedExport(entity: i32): bool {
  if (writer.get(entity, fieldKind) !== kindProperty || writer.get(entity, fieldParent) !== -2) return false;
  return (writer.get(entity, fieldFlags) & flagAssigned) !== 0;
}

/** Functions that are assigned to members belong to whose member they become; an object that is assigned as `prototype` gives its own. */
function placeFunctions(): void {
  for (let at = 0; at < writer.assignments.length; at += assignmentWidth) {
    const target = targetAt(at);
    const value = valueAt(at);
    if (writer.opOf(target) !== opMember || writer.opOf(value) !== opEntity) continue;
    const placed = writer.operand(value, 0);
    const kind = writer.get(placed, fieldKind);
    const isPrototype = kind === kindObject && writer.operand(target, 1) === prototype;
    if (kind !== kindFunction && !isPrototype) continue;
    const owner = ownerOf(writer.operand(target, 0));
    // `var f = f.g = function () {}`
    if (owner === -1 || owner === placed) continue;
    if (isPrototype) moveMembers(placed, owner);
    else {
      writer.set(placed, fieldAssignedTo, owner);
      if (!ownsByInstances) writer.addFlags(placed, flagStatic);
    }
  }
}

function moveMembers(from: i32, to: i32): void {
  const count = writer.entityCount;
  for (let entity = 0; entity < count; entity++) {
    if (writer.get(entity, fieldParent) === from) writer.set(entity, fieldParent, to);
  }
}

function membersByKey(): NumberMap {
  const known = members;
  if (known !== null) return known;
  const made = NumberMap.of(1 << 8);
  const count = writer.entityCount;
  for (let entity = 0; entity < count; entity++) {
    const parent = writer.get(entity, fieldParent);
    if (parent === -1 || writer.get(entity, fieldKind) === kindParameter) continue;
    made.set(keyOf(parent, writer.get(entity, fieldName)), entity);
  }
  members = made;
  return made;
}

/** Of the last answer of `ownerOf`: whether its instances have what is added, not it itself. */
let ownsByInstances: bool = false;

/** The entity that an assignment to a member of `node` adds to; -1 when it is not of this file. */
function ownerOf(node: i32): i32 {
  ownsByInstances = false;
  const op = writer.opOf(node);
  if (op === opName) return heldBy(lookUp(writer.operand(node, 0), writer.operand(node, 1)));
  if (op === opThis) return thisOwner(writer.operand(node, 0));
  if (op !== opMember || writer.operand(node, 1) !== prototype) return -1;
  const owner = ownerOf(writer.operand(node, 0));
  ownsByInstances = true;
  return owner;
}

/** The object, function or class that a variable is given where it is declared; else the variable. */
function heldBy(entity: i32): i32 {
  if (entity === -1 || writer.get(entity, fieldKind) !== kindVariable) return entity;
  const value = writer.get(entity, fieldValue);
  return writer.opOf(value) === opEntity ? writer.operand(value, 0) : entity;
}

/** What `this` is a member or an instance of. */
function thisOwner(from: i32): i32 {
  for (let scope = from; scope > 0; scope = writer.scopeParent(scope)) {
    if (writer.scopeKind(scope) !== scopeFunction) continue;
    const owner = writer.scopeOwner(scope);
    if (owner === -1) return -1;
    const parent = max(writer.get(owner, fieldParent), writer.get(owner, fieldAssignedTo));
    const isStatic = (writer.get(owner, fieldFlags) & flagStatic) !== 0;
    ownsByInstances = parent < 0 || !isStatic;
    return parent < 0 ? owner : parent;
  }
  return -1;
}

/** A number for a scope or an owner with a name; owners below zero are detached. */
function keyOf(outer: i32, name: i32): i64 {
  return ((<i64>(outer + 8)) << 24) + <i64>name;
}
