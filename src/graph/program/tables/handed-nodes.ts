/**
 * The expressions of a file whose values leave the place that names them, so that other code may call them: a function named by one of them is handed
 * on. A variable's value is not handed on, because the linker follows variables.
 */
import {
  entityFields,
  entityKinds,
  entityWidth,
  exportForms,
  exportWidth,
  nodeLength,
  ops,
  type FileSummary,
} from '../../../model/file-summary.ts';
import { argumentList, argumentValue } from './argument-places.ts';

/** The method of a function that returns it with some arguments: `on(save.bind(this))` hands on `save`. */
const bindMethod = 'bind';
/** The exported name of what a CommonJS module exports: an export hands nothing on. */
const moduleItself = '=';

/**
 * Nodes of names and member accesses that are handed on: as arguments of calls and constructions, elements of lists, values of the properties of
 * objects and classes, results of functions, default values of parameters; each also as a choice of a condition.
 */
export function handedNodes(summary: FileSummary): ReadonlySet<number> {
  const { nodes, entities } = summary;
  const walk = new HandedNodes(summary);
  for (let node = 0; node < nodes.length; node += nodeLength(nodes, node)) {
    if (nodes[node] === ops.array) walk.addList(nodes[node + 1]!);
    else walk.addList(argumentList(nodes, node));
  }
  const exported = exportedObjects(summary);
  for (let at = 0; at < entities.length; at += entityWidth) {
    const value = entities[at + entityFields.value]!;
    if (value !== 0 && isHandedOn(entities, at, exported)) walk.add(value);
  }
  return walk.found;
}

/** Whether the value of an entity leaves it. @param exported objects whose properties are exports */
function isHandedOn(entities: Int32Array, at: number, exported: ReadonlySet<number>): boolean {
  const kind = entities[at + entityFields.kind]!;
  if (kind !== entityKinds.property)
    return kind === entityKinds.function || kind === entityKinds.method || kind === entityKinds.parameter;
  return !exported.has(entities[at + entityFields.parent]!);
}

/** The objects that are what a CommonJS module exports. */
function exportedObjects({ exports, strings, nodes }: FileSummary): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = 0; at < exports.length; at += exportWidth) {
    if (exports[at + 1] !== exportForms.own || strings[exports[at]!] !== moduleItself) continue;
    const [entity, node] = [exports[at + 2]!, exports[at + 3]!];
    if (entity !== -1) found.add(entity);
    else if (nodes[node] === ops.entity) found.add(nodes[node + 1]!);
  }
  return found;
}

class HandedNodes {
  readonly found = new Set<number>();
  readonly #summary: FileSummary;

  constructor(summary: FileSummary) {
    this.#summary = summary;
  }

  /** @param list the node of a list of expressions; 0 or less for none */
  addList(list: number): void {
    const { nodes } = this.#summary;
    if (list <= 0 || nodes[list] !== ops.list) return;
    for (let at = 0; at < nodes[list + 1]!; at++) this.add(nodes[list + 2 + at]!);
  }

  add(node: number): void {
    const { nodes, strings } = this.#summary;
    switch (nodes[node]) {
      case ops.keyword:
        return this.add(argumentValue(nodes, node));
      // These hold their value behind its type.
      case ops.cast:
      case ops.documented:
        return this.add(nodes[node + 2]!);
      case ops.spread:
      case ops.typed:
        return this.add(nodes[node + 1]!);
      case ops.either:
        return this.addList(nodes[node + 1]!);
      case ops.call: {
        const callee = nodes[node + 1]!;
        const isBound = nodes[callee] === ops.member && strings[nodes[callee + 2]!] === bindMethod;
        if (isBound) this.found.add(nodes[callee + 1]!);
        return;
      }
      default:
        this.found.add(node);
    }
  }
}
