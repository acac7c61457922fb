/** The expressions of a file that are arguments of a call: a function named by one of them is handed on. */
import {
  entityFields,
  entityKinds,
  entityWidth,
  nodeLength,
  ops,
  type FileSummary,
} from '../../../model/file-summary.ts';

/** The method of a function that returns it with some arguments: `on(save.bind(this))` hands on `save`. */
const bindMethod = 'bind';

/**
 * Nodes of names and member accesses that are arguments of calls and constructions, also by keyword; as a choice of a condition, or in an array or
 * object literal that is the argument.
 */
export function argumentNodes(summary: FileSummary): ReadonlySet<number> {
  const { nodes } = summary;
  const found = new Set<number>();
  const objects = new Set<number>();
  const collect = new ArgumentWalk(summary, found, objects);
  for (let node = 0; node < nodes.length;) {
    const op = nodes[node]!;
    if (op === ops.call || op === ops.construct || op === ops.overload) collect.list(nodes[node + 2]!);
    node += nodeLength(nodes, node);
  }
  if (objects.size > 0) collect.properties();
  return found;
}

class ArgumentWalk {
  readonly #summary: FileSummary;
  readonly #found: Set<number>;
  /** Entities of object literals. */
  readonly #objects: Set<number>;

  constructor(summary: FileSummary, found: Set<number>, objects: Set<number>) {
    this.#summary = summary;
    this.#found = found;
    this.#objects = objects;
  }

  /** @param list the node of a list of expressions; 0 or less for none */
  list(list: number): void {
    const { nodes } = this.#summary;
    if (list <= 0 || nodes[list] !== ops.list) return;
    for (let at = 0; at < nodes[list + 1]!; at++) this.#add(nodes[list + 2 + at]!);
  }

  #add(node: number): void {
    const { nodes, entities, strings } = this.#summary;
    switch (nodes[node]) {
      // A named argument holds its value behind its name, a cast behind its type.
      case ops.keyword:
      case ops.cast:
        return this.#add(nodes[node + 2]!);
      case ops.spread:
        return this.#add(nodes[node + 1]!);
      case ops.array:
      case ops.either:
        return this.list(nodes[node + 1]!);
      case ops.entity: {
        const entity = nodes[node + 1]!;
        const kind = entities[entity * entityWidth + entityFields.kind];
        if (kind === entityKinds.object) this.#objects.add(entity);
        return;
      }
      case ops.call: {
        const callee = nodes[node + 1]!;
        const isBound = nodes[callee] === ops.member && strings[nodes[callee + 2]!] === bindMethod;
        if (isBound) this.#found.add(nodes[callee + 1]!);
        return;
      }
      default:
        this.#found.add(node);
    }
  }

  /** Adds the values of the properties of object literals. An object inside of another is declared after it or before it. */
  properties(): void {
    const { entities } = this.#summary;
    const done = new Set<number>();
    for (let before = -1; before !== this.#objects.size;) {
      before = this.#objects.size;
      for (let at = 0; at < entities.length; at += entityWidth) {
        const parent = entities[at + entityFields.parent]!;
        if (parent < 0 || !this.#objects.has(parent) || done.has(at)) continue;
        done.add(at);
        this.#add(entities[at + entityFields.value]!);
      }
    }
  }
}
