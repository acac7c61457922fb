/**
 * The bundle's ES modules as scripts: Node lets a script bring what V8 has compiled of it before, a module not. A script is an expression, an
 * object whose function takes what the module imports and gives what it exports; esbuild's files need no more, since none of them imports one
 * that imports it, and no export changes once its module has run.
 * Invariant: within a script names stay what they were, so that nothing is looked up that was not before; what this cannot say is an error.
 */
import { parseSync } from 'oxc-parser';

interface Node {
  type: string;
  start: number;
  end: number;
}

/** A part of the text that is replaced. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Literal extends Node {
  value: unknown;
}

interface Named extends Node {
  name: string;
}

interface ImportDeclaration extends Node {
  source: Literal;
  specifiers: (Node & { local: Named; imported?: Named })[];
}

interface ExportDeclaration extends Node {
  source: Node | null;
  declaration: Node | null;
  specifiers: { local: Named; exported: Named }[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode);
}

const isFunction = ({ type }: Node): boolean => /^(?:Arrow)?Function/.test(type);

/** Whether a function has a name for itself, among its parameters or the variables of its own. */
function declares(scope: Node, name: string): boolean {
  const names = (node: Node): boolean =>
    node.type === 'Identifier' ? (node as Named).name === name : childrenOf(node).some(names);
  const { params = [] } = scope as { params?: Node[] };
  const inside = (node: Node): boolean =>
    (node.type === 'VariableDeclarator' && names((node as unknown as { id: Node }).id)) ||
    childrenOf(node).some((child) => !isFunction(child) && inside(child));
  return params.some(names) || childrenOf(scope).some(inside);
}

export interface ScriptFile {
  text: string;
  /** Names of its exports. */
  exports: string[];
  /** What `import()` and `import.meta` stand for in it, replaced in the text of the module itself. */
  body: string;
  scripts: string[];
  packages: string[];
}

/** What a script's function is given first. */
const given = { builtin: 'builtin$', load: 'load$', importModule: 'import$', meta: 'meta$' };

class ModuleReader {
  readonly scripts: string[] = [];
  readonly packages: string[] = [];
  readonly exports: { local: string; exported: string }[] = [];
  /** Declarations of what is imported. */
  readonly imports: string[] = [];
  readonly #edits: Edit[] = [];
  readonly #name: string;
  readonly #text: string;

  constructor(name: string, text: string) {
    this.#name = name;
    this.#text = text;
    for (const one of Object.values(given)) if (text.includes(one)) this.#refuse(`has a name ${one} of its own`);
    const { program, errors } = parseSync(`${name}.js`, text, { lang: 'js', sourceType: 'module' });
    if (errors.length > 0) this.#refuse(errors[0]?.message ?? '');
    for (const node of program.body as unknown as Node[]) this.#readTop(node);
    this.#walk(program, []);
    // It is read as one byte a letter.
    if (/\P{ASCII}/u.test(this.body)) this.#refuse('has letters that are not ASCII');
  }

  #refuse(reason: string): never {
    throw new Error(`${this.#name} cannot be made a script: it ${reason}`);
  }

  /** Its text with calls in the place of `import()`, and without imports and exports. */
  get body(): string {
    let text = this.#text;
    for (const { start, end, text: other } of this.#edits.toSorted((a, b) => b.start - a.start))
      text = text.slice(0, start) + other + text.slice(end);
    return text.trim();
  }

  #readTop(node: Node): void {
    if (node.type === 'ImportDeclaration') this.#readImport(node as ImportDeclaration);
    else if (node.type === 'ExportNamedDeclaration') {
      const { source, declaration, specifiers } = node as ExportDeclaration;
      if (source !== null || declaration !== null) this.#refuse('exports other than by a list of its own names');
      for (const { local, exported } of specifiers) this.exports.push({ local: local.name, exported: exported.name });
      this.#replace(node, '');
    } else if (node.type.startsWith('Export')) this.#refuse(`has an ${node.type}`);
  }

  #readImport(node: ImportDeclaration): void {
    const specifier = String(node.source.value);
    const from = this.#exportsOf(specifier);
    const named: string[] = [];
    for (const { type, local, imported } of node.specifiers) {
      // Modules of Node are what they export by default.
      if (type === 'ImportDefaultSpecifier')
        this.imports.push(`const ${local.name}=${from}${specifier.startsWith('node:') ? '' : '.default'};`);
      else if (type === 'ImportSpecifier')
        named.push(imported?.name === local.name ? local.name : `${imported?.name}:${local.name}`);
      else this.#refuse(`has an ${type}`);
    }
    if (named.length > 0) this.imports.push(`const{${named.join(',')}}=${from};`);
    this.#replace(node, '');
  }

  /** An expression. */
  #exportsOf(specifier: string): string {
    if (specifier.startsWith('node:')) return `${given.builtin}(${JSON.stringify(specifier)})`;
    const isScript = specifier.startsWith('./');
    const list = isScript ? this.scripts : this.packages;
    const name = isScript ? scriptName(specifier) : specifier;
    if (!list.includes(name)) list.push(name);
    return `${isScript ? 'script' : 'package'}${list.indexOf(name)}$`;
  }

  /** @param functions those that it stands in */
  #walk(node: Node, functions: readonly Node[]): void {
    this.#expectConstant(node, functions);
    // esbuild writes what is not ASCII in another way everywhere but in these.
    if (node.type === 'Literal' && 'regex' in node)
      this.#replace(node, inAscii(this.#text.slice(node.start, node.end)));
    if (node.type === 'AwaitExpression' && functions.length === 0) this.#refuse('awaits at its top level');
    if (node.type === 'MetaProperty' && (node as unknown as { meta: Named }).meta.name === 'import')
      this.#replace(node, given.meta);
    if (node.type === 'ImportExpression') {
      const { source } = node as unknown as { source: Partial<Literal> & Node };
      if (typeof source.value === 'string' && source.value.startsWith('./'))
        this.#replace(node, `${given.load}(${JSON.stringify(scriptName(source.value))})`);
      else this.#replace({ ...node, end: node.start + 'import'.length }, given.importModule);
    }
    const around = isFunction(node) ? [...functions, node] : functions;
    for (const child of childrenOf(node)) this.#walk(child, around);
  }

  /** Who imports it has the value that it had when its module had run. */
  #expectConstant(node: Node, functions: readonly Node[]): void {
    const { left, argument } = node as { left?: Named; argument?: Named };
    const target =
      node.type === 'AssignmentExpression' ? left : node.type === 'UpdateExpression' ? argument : undefined;
    if (target?.type !== 'Identifier' || functions.length === 0) return;
    const { name } = target;
    if (this.exports.some(({ local }) => local === name) && !functions.some((one) => declares(one, name)))
      this.#refuse(`changes ${name}, which it exports`);
  }

  #replace({ start, end }: Node, text: string): void {
    this.#edits.push({ start, end, text });
  }
}

/** Of a regular expression: surrogates mean in pairs what their letter means. */
function inAscii(source: string): string {
  return source.replaceAll(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `./chunk-ABC.js` -> `chunk-ABC` */
function scriptName(specifier: string): string {
  return specifier.replace(/^\.\/|\.js$/g, '');
}

/** @param name of its file, without the ending */
export function scriptFile(name: string, module: string): ScriptFile {
  const reader = new ModuleReader(name, module);
  const { scripts, packages, imports, exports, body } = reader;
  const parameters = [
    ...Object.values(given),
    ...scripts.map((_, at) => `script${at}$`),
    ...packages.map((_, at) => `package${at}$`),
  ];
  const given_ = exports.map(({ local, exported }) => `${exported}:${local}`);
  const text = [
    `({scripts:${JSON.stringify(scripts)},packages:${JSON.stringify(packages)},run(${parameters.join(',')}){"use strict";`,
    `${imports.join('')}${body}`,
    `return{__proto__:null,${given_.join(',')}}}})`,
  ].join('\n');
  return { text, exports: exports.map(({ exported }) => exported), body, scripts, packages };
}
