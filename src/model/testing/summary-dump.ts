/** Prints a file summary as lines for people: `method A.f +static : Type = value (parameters)`, `line:column kind node in scope`. For tests and `npm run show`. */
import {
  entityFields,
  entityFlags,
  entityKinds,
  entityWidth,
  exportForms,
  exportWidth,
  operands,
  ops,
  primitives,
  scopeKinds,
  scopeWidth,
  siteKinds,
  siteWidth,
  type FileSummary,
} from '../file-summary.ts';

const nameOf = (codes: Record<string, number>, code: number): string =>
  Object.entries(codes).find(([, value]) => value === code)?.[0] ?? `?${code}`;

export class SummaryDump {
  readonly summary: FileSummary;
  constructor(summary: FileSummary) {
    this.summary = summary;
  }

  entity(index: number, field: keyof typeof entityFields): number {
    return this.summary.entities[index * entityWidth + entityFields[field]]!;
  }

  label(index: number): string {
    const parent = this.entity(index, 'parent');
    const name = this.summary.strings[this.entity(index, 'name')]! || '<>';
    return parent < 0 ? name : `${this.label(parent)}.${name}`;
  }

  scope(index: number): string {
    if (index === 0) return 'file';
    const owner = this.summary.scopes[index * scopeWidth + 2]!;
    return owner === -1 ? `block in ${this.scope(this.summary.scopes[index * scopeWidth]!)}` : this.label(owner);
  }

  list(at: number): number[] {
    return at === 0 ? [] : [...this.summary.nodes.slice(at + 2, at + 2 + this.summary.nodes[at + 1]!)];
  }

  nodes(at: number): string {
    return this.list(at)
      .map((node) => this.node(node))
      .join(', ');
  }

  node(at: number): string {
    if (at === 0) return '-';
    const [op, a = 0, b = 0, c = 0] = this.summary.nodes.slice(at, at + 4);
    const text = (index: number): string => this.summary.strings[index]!;
    switch (op) {
      case ops.name:
        return text(a);
      case ops.this:
        return `this(${this.scope(a)})`;
      case ops.super:
        return `super(${this.scope(a)})`;
      case ops.thisType:
        return `This`;
      case ops.member:
        return `${this.node(a)}.${text(b)}`;
      case ops.call:
        return `${this.node(a)}(${this.nodes(b)})`;
      case ops.either:
      case ops.union:
        return `{${this.list(a)
          .map((node) => this.node(node))
          .join(' | ')}}`;
      case ops.array:
      case ops.tuple:
        return `[${this.nodes(a)}]`;
      case ops.module:
        return `module ${this.summary.modules[a]}`;
      case ops.entity:
        return `#${this.label(a)}`;
      case ops.primitive:
      case ops.primitiveType:
        return `<${nameOf(primitives, a)}>`;
      case ops.item:
        return `${this.node(a)}[${b}]`;
      case ops.index:
        return `${this.node(a)}[${this.node(b)}]`;
      case ops.cast:
        return `cast(${this.node(a)}, ${this.node(b)})`;
      case ops.named:
        return `${this.list(a).map(text).join('.')}${c === 0 ? '' : `<${this.nodes(c)}>`}`;
      case ops.shape:
        return `fn:${this.node(this.entity(a, 'type'))}`;
      default:
        return `${nameOf(ops, op!)}(${this.operands(at)})`;
    }
  }

  /** The operands of a node that has no notation of its own. Missing operands at the end are left out. */
  operands(at: number): string {
    const kinds = operands[this.summary.nodes[at]!] ?? [];
    const shown = kinds.map((kind, index) => {
      const value = this.summary.nodes[at + 1 + index]!;
      if (kind === 'string') return `'${this.summary.strings[value]}'`;
      if (kind === 'scope') return this.scope(value);
      if (kind === 'entity') return value < 0 ? '-' : `#${this.label(value)}`;
      if (kind === 'number') return String(value);
      return this.summary.nodes[value] === ops.list ? this.nodes(value) : this.node(value);
    });
    return shown.slice(0, shown.findLastIndex((text) => text !== '-') + 1).join(', ');
  }

  entities(): string[] {
    const count = this.summary.entities.length / entityWidth;
    return Array.from({ length: count }, (_, index) => this.entityLine(index));
  }

  entityLine(index: number): string {
    const kind = this.entity(index, 'kind');
    const flags = Object.entries(entityFlags).flatMap(([name, flag]) =>
      (this.entity(index, 'flags') & flag) === 0 || name === 'implemented' ? [] : [name],
    );
    const parts = [nameOf(entityKinds, kind), this.label(index), ...flags.map((flag) => `+${flag}`)];
    if (this.entity(index, 'type') !== 0) parts.push(`: ${this.node(this.entity(index, 'type'))}`);
    if (this.entity(index, 'value') !== 0) parts.push(`= ${this.node(this.entity(index, 'value'))}`);
    const listA = this.entity(index, 'listA');
    if (kind === entityKinds.import) {
      parts.push(`from ${this.summary.modules[listA]} ${this.summary.strings[this.entity(index, 'listB')]}`);
    } else if (kind === entityKinds.class && listA !== 0) {
      const pairs = this.list(listA);
      parts.push(
        `extends ${pairs
          .filter((_, at) => at % 2 === 1)
          .map((node) => this.node(node))
          .join(', ')}`,
      );
    } else if (listA !== 0) {
      parts.push(
        `(${this.list(listA)
          .map((parameter) => this.summary.strings[this.entity(parameter, 'name')])
          .join(' ')})`,
      );
    }
    return parts.join(' ');
  }

  sites(): string[] {
    const found: string[] = [];
    const { sites } = this.summary;
    for (let at = 0; at < sites.length; at += siteWidth) {
      const [kind, node, line, column, scope] = sites.slice(at, at + siteWidth);
      found.push(`${line}:${column} ${nameOf(siteKinds, kind!)} ${this.node(node!)} in ${this.scope(scope!)}`);
    }
    return found;
  }

  /** Lines such as `1 class Shelf in 0`. */
  scopes(): string[] {
    const { scopes } = this.summary;
    return Array.from({ length: scopes.length / scopeWidth }, (_, index) => {
      const [parent, kind, owner] = scopes.slice(index * scopeWidth, (index + 1) * scopeWidth);
      const ownerLabel = owner === -1 ? '' : ` ${this.label(owner!)}`;
      return `${index} ${nameOf(scopeKinds, kind!)}${ownerLabel}${parent === -1 ? '' : ` in ${parent}`}`;
    });
  }

  exports(): string[] {
    const found: string[] = [];
    const { exports: all } = this.summary;
    for (let at = 0; at < all.length; at += exportWidth)
      found.push(this.exportLine([...all.slice(at, at + exportWidth)]));
    return found;
  }

  exportLine([nameAt = 0, form = 0, a = 0, b = 0]: readonly number[]): string {
    const { strings, modules } = this.summary;
    const name = strings[nameAt]!;
    switch (form) {
      case exportForms.own:
        return `${name} = ${a === -1 ? this.node(b) : `#${this.label(a)}`}`;
      case exportForms.local:
        return `${name} ${strings[a]!}`;
      case exportForms.from:
        return `${name} from ${modules[a]} ${strings[b]!}`;
      case exportForms.opens:
        return `opens ${modules[a]}`;
      default:
        return `* ${modules[a]}`;
    }
  }
}
