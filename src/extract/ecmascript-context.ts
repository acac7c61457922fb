/** What one walk over an ESTree program gathers: places, definitions, references, imports. */
import type { Definition, DefinitionKind } from '../model/definition.ts';
import type { Extraction } from '../model/extraction.ts';
import type { Import, ImportType } from '../model/import.ts';
import type { ReferenceKind } from '../model/reference.ts';
import {
  CommentBlocks,
  fold,
  maxSignature,
  receiverText,
  startsLine,
  stripCommentMarkers,
  type PlacedComment,
} from './text.ts';

/** An ESTree or TS-ESTree node: offsets are UTF-16 units. */
export interface Node {
  type: string;
  start: number;
  end: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [key: string]: any;
}

export interface Scope {
  /** Index of the definition whose inside this is; -1 at top level. */
  index: number;
  /** Dotted names of it and those around it; null at top level. */
  path: string | null;
  inFunction: boolean;
  exported: boolean;
}

export interface DefinitionDraft {
  name: string;
  kind: DefinitionKind;
  nameStart: number;
  start: number;
  end: number;
  /** Where the text of the signature starts and ends. */
  signatureStart: number;
  signatureEnd: number;
  exported: boolean;
  decorators?: Node[] | null;
  container?: string | null;
  /** A doc comment that stands elsewhere (above the first overload). */
  docLine?: number;
}

export class Context {
  readonly text: string;
  readonly result: Extraction;
  readonly classify: (module: string) => ImportType;
  readonly #lineStarts: number[] = [0];
  readonly #blocks: CommentBlocks;
  readonly #hidden: ReadonlySet<string>[] = [];
  #line = 0;
  /** How many JSX elements were seen: a function that adds to it renders. */
  elements = 0;

  constructor(
    text: string,
    comments: readonly { type: string; start: number; end: number }[],
    result: Extraction,
    classify: (module: string) => ImportType,
  ) {
    this.text = text;
    this.result = result;
    this.classify = classify;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
    const placed: PlacedComment[] = comments.map(({ start, end }) => {
      const [line, column] = this.place(start);
      const words = stripCommentMarkers(text.slice(start, end));
      return { text: words, line, endLine: this.place(end)[0], column, ownLine: startsLine(text, start) };
    });
    this.#blocks = new CommentBlocks(
      placed.filter((comment) => !/^(eslint|@ts-|prettier|oxlint|biome|istanbul|v8 ignore|c8 )/.test(comment.text)),
    );
    for (const { text: words, line, endLine } of placed) result.comments.push({ text: words, line, endLine });
  }

  /** 1-based line and column. Fast when called in order of offset. */
  place(offset: number): [line: number, column: number] {
    const starts = this.#lineStarts;
    let line = this.#line;
    if (offset < starts[line]! || offset >= (starts[line + 8] ?? Infinity)) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle - 1;
      }
      line = low;
    } else {
      while (line + 1 < starts.length && starts[line + 1]! <= offset) line++;
    }
    this.#line = line;
    return [line + 1, offset - starts[line]! + 1];
  }

  define(scope: Scope, draft: DefinitionDraft): Scope {
    const [line, column] = this.place(draft.nameStart);
    const [startLine, startColumn] = this.place(draft.start);
    const [endLine, endColumn] = this.place(draft.end);
    const container = draft.container ?? scope.path;
    const ownLine = startsLine(this.text, draft.start);
    const definition: Definition = {
      name: draft.name,
      kind: draft.kind,
      container,
      line,
      column,
      startLine,
      startColumn,
      endLine,
      endColumn,
      exported: draft.exported,
      docstring:
        (ownLine ? this.#blocks.above(startLine) : null) ??
        (draft.docLine === undefined ? null : this.#blocks.above(draft.docLine)),
      decorators: (draft.decorators ?? []).map((node) => this.#decoratorName(node)),
      signature: this.#signature(draft),
    };
    const index = this.result.definitions.length;
    this.result.definitions.push(definition);
    const isFunction =
      definition.kind === 'function' || definition.kind === 'method' || definition.kind === 'component';
    return {
      index,
      path: container === null ? draft.name : `${container}.${draft.name}`,
      inFunction: scope.inFunction || isFunction,
      exported: draft.exported,
    };
  }

  #decoratorName({ expression }: Node): string {
    const callee = expression.type === 'CallExpression' ? expression.callee : expression;
    return fold(this.text.slice(callee.start, callee.end), 80);
  }

  #signature({ signatureStart, signatureEnd }: DefinitionDraft): string | null {
    if (signatureEnd <= signatureStart) return null;
    const text = fold(this.text.slice(signatureStart, signatureEnd), maxSignature)
      .replace(/\s*(=>|[{;,=])\s*$/, '')
      .trim();
    return text === '' ? null : text;
  }

  refer(scope: Scope, kind: ReferenceKind, name: string, at: number, receiverStart = 0, receiverEnd = 0): void {
    const [line, column] = this.place(at);
    const receiver = receiverEnd > receiverStart ? receiverText(this.text, receiverStart, receiverEnd) : null;
    this.result.references.push({ name, kind, receiver, line, column, container: scope.index });
  }

  /** A reference to what an identifier or member expression (or a qualified type name) names. */
  referTo(scope: Scope, kind: ReferenceKind, node: Node | null | undefined): void {
    if (node === null || node === undefined) return;
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        if (kind !== 'type' || !this.hides(node.name)) this.refer(scope, kind, node.name, node.start);
        break;
      case 'MemberExpression':
        if (!node.computed)
          this.refer(scope, kind, propertyName(node.property), node.property.start, node.object.start, node.object.end);
        break;
      case 'TSQualifiedName':
        this.refer(scope, kind, node.right.name, node.right.start, node.left.start, node.left.end);
        break;
      case 'JSXMemberExpression':
        this.refer(scope, kind, node.property.name, node.property.start, node.object.start, node.object.end);
        break;
      case 'TSNonNullExpression':
      case 'TSAsExpression':
      case 'TSInstantiationExpression':
        this.referTo(scope, kind, node.expression);
        break;
      default:
        break;
    }
  }

  /** Runs `work` while the type parameters hide types of their names. */
  withTypeParameters(parameters: Node | null | undefined, work: () => void): void {
    const list = parameters?.params as Node[] | undefined;
    if (list === undefined || list.length === 0) {
      work();
      return;
    }
    this.#hidden.push(new Set(list.map((parameter) => parameter.name?.name ?? parameter.name)));
    work();
    this.#hidden.pop();
  }

  hides(name: string): boolean {
    for (const names of this.#hidden) if (names.has(name)) return true;
    return false;
  }

  import(at: number, module: string, rest: Partial<Import>): void {
    const [line, column] = this.place(at);
    this.result.imports.push({
      module,
      type: this.classify(module),
      names: [],
      alias: null,
      isDynamic: false,
      isReexport: false,
      isTypeOnly: false,
      ...rest,
      line,
      column,
    });
  }
}

/** The text of a property's key: `a`, `#a`, `'a b'`, `1`; computed keys are their source. */
export function propertyName(key: Node): string {
  if (key.type === 'Identifier') return key.name;
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (key.type === 'Literal') return String(key.value);
  return '';
}
