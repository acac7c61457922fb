/**
 * Writes what the module of ECMAScript trees (src/extract/ecmascript-assembly) knows of the native parser's memory: a class for each type of
 * node, and a reader for each structure. Both follow from the reader that oxc-parser brings for its own trees, whose code is as regular as code that is
 * written by a program. What is not regular there has a reader written by hand (`special-nodes.ts`).
 * Invariant: a structure that is neither regular nor in `special-nodes.ts` stops the build, so that another version of the parser cannot be misread.
 */
import { readFileSync } from 'node:fs';
import { at } from './repository.ts';

const source = at('node_modules', 'oxc-parser', 'src-js', 'generated', 'deserialize', 'ts.js');

/** Readers written by hand, with what they give: `~` says that it may be nothing. */
const special: Record<string, string> = {
  Program: 'Node',
  Elision: '~Node',
  BooleanLiteral: 'Node',
  NullLiteral: 'Node',
  NumericLiteral: 'Node',
  StringLiteral: 'Node',
  BigIntLiteral: 'Node',
  RegExpLiteral: 'Node',
  TemplateElement: 'Node',
  ImportMeta: 'Node',
  NewTarget: 'Node',
  ArrayAssignmentTarget: 'Node',
  ObjectAssignmentTarget: 'Node',
  AssignmentTargetPropertyIdentifier: 'Node',
  VariableDeclarator: 'Node',
  CatchParameter: 'Node',
  ObjectPattern: 'Node',
  ArrayPattern: 'Node',
  Function: 'Node',
  FormalParameters: 'List',
  FormalParameter: 'Node',
  FunctionBody: 'Node',
  Class: 'Node',
  ImportDeclaration: 'Node',
  ExportDeclaration: 'Node',
  JSXElementName: 'Node',
  JSXMemberExpressionObject: 'Node',
  JSXText: 'Node',
  TSClassImplements: 'Node',
  TSInterfaceHeritage: 'Node',
  TSExternalModuleDeclaration: 'Node',
  TSNamespaceDeclaration: 'Node',
  TSGlobalDeclaration: 'Node',
  TSModuleBlock: 'Node',
  TSIndexSignature: 'Node',
  TSThisParameter: 'Node',
  Str: 'Text',
  OptionStr: '~Text',
  Bool: 'bool',
};

/** Classes of nodes that readers by hand make. */
const specialClasses: Record<string, string[]> = {
  Program: ['body: List', 'sourceType: Word'],
  Literal: ['kind: LiteralKind', 'text: Text | null', 'number: f64', 'truth: bool'],
  TemplateElement: [],
  MetaProperty: ['meta: Node', 'property: Node'],
  VariableDeclarator: ['id: Node', 'init: Node | null', 'definite: bool'],
  FunctionNode: [
    ...['id: Node | null', 'generator: bool', 'isAsync: bool', 'isDeclared: bool', 'typeParameters: Node | null'],
    ...['params: List', 'returnType: Node | null', 'body: Node | null'],
  ],
  ClassNode: [
    ...['decorators: List', 'id: Node | null', 'typeParameters: Node | null', 'superClass: Node | null'],
    ...['superTypeArguments: Node | null', 'implemented: List', 'body: Node', 'isAbstract: bool', 'isDeclared: bool'],
  ],
  TSParameterProperty: [
    ...['accessibility: Word', 'decorators: List', 'isOverride: bool', 'parameter: Node', 'isReadonly: bool'],
  ],
  ImportDeclaration: ['specifiers: List', 'source: Node', 'importKind: Word'],
  ExportNamedDeclaration: ['declaration: Node | null', 'specifiers: List', 'source: Node | null', 'exportKind: Word'],
  JSXText: [],
  TSClassImplements: ['expression: Node', 'typeArguments: Node | null'],
  TSInterfaceHeritage: ['expression: Node', 'typeArguments: Node | null'],
  TSModuleDeclaration: ['id: Node', 'body: Node | null', 'kind: Word', 'isDeclared: bool', 'isGlobal: bool'],
  TSModuleBlock: ['body: List'],
  TSIndexSignature: ['parameters: List', 'typeAnnotation: Node', 'isReadonly: bool', 'isStatic: bool'],
  // Their decorators, optionality and types are those of whatever they stand in, so that all patterns begin alike.
  Identifier: ['name: Text'],
  ObjectPattern: ['properties: List'],
  ArrayPattern: ['elements: List'],
  AssignmentPattern: ['left: Node', 'right: Node'],
  RestElement: ['argument: Node'],
};
const patterns = new Set(['Identifier', 'ObjectPattern', 'ArrayPattern', 'AssignmentPattern', 'RestElement']);
const ofPatterns = ['decorators: List', 'optional: bool', 'typeAnnotation: Node | null'];

/** Types that are not made by readers of that name. */
const moreTypes = [
  ...['Program', 'Literal', 'TemplateElement', 'MetaProperty', 'VariableDeclarator', 'TSParameterProperty', 'JSXText'],
  ...['ImportDeclaration', 'ExportNamedDeclaration', 'TSClassImplements', 'TSInterfaceHeritage', 'TSModuleDeclaration'],
  ...['TSModuleBlock', 'TSIndexSignature', 'Hashbang', 'ImportAttribute', ...patterns],
];

/** Fields that nothing asks for: texts as they were written, and what is the same for all nodes of a type. */
const unread = new Set(['raw', 'quasis', 'directive', 'phase', 'closingElement', 'selfClosing', 'delimiter']);
/** Words of the language that cannot be a field's name here. */
const renamed: Record<string, string> = {
  static: 'isStatic',
  async: 'isAsync',
  abstract: 'isAbstract',
  readonly: 'isReadonly',
  declare: 'isDeclared',
  const: 'isConst',
  override: 'isOverride',
  global: 'isGlobal',
  in: 'isIn',
  out: 'isOut',
  extends: 'extended',
  implements: 'implemented',
  default: 'defaultType',
  await: 'isAwait',
};
const signs = new Map(
  Object.entries({
    '+': 'Plus',
    '-': 'Minus',
    '*': 'Star',
    '/': 'Slash',
    '%': 'Percent',
    '**': 'StarStar',
    '==': 'Equal',
    '!=': 'NotEqual',
    '===': 'StrictEqual',
    '!==': 'StrictNotEqual',
    '<': 'Less',
    '<=': 'LessEqual',
    '>': 'Greater',
    '>=': 'GreaterEqual',
    '<<': 'ShiftLeft',
    '>>': 'ShiftRight',
    '>>>': 'ShiftRightUnsigned',
    '|': 'BitOr',
    '^': 'BitXor',
    '&': 'BitAnd',
    '||': 'LogicalOr',
    '&&': 'LogicalAnd',
    '??': 'Nullish',
    '!': 'Not',
    '~': 'BitNot',
    '++': 'Increment',
    '--': 'Decrement',
    '=': 'Assign',
  }),
);

const classOfReader: Record<string, string> = { Function: 'FunctionNode', Class: 'ClassNode' };
/** Readers that give one of several types; the class has the first one's name. */
const typeEnums: Record<string, string> = {
  FunctionType: 'FunctionNode',
  ClassType: 'ClassNode',
  MethodDefinitionType: 'MethodDefinition',
  PropertyDefinitionType: 'PropertyDefinition',
  AccessorPropertyType: 'AccessorProperty',
};

function wordOf(text: string): string {
  const sign = signs.get(text);
  if (sign !== undefined) return sign;
  const compound = text.endsWith('=') ? signs.get(text.slice(0, -1)) : undefined;
  if (compound !== undefined) return `${compound}Assign`;
  if (!/^[a-zA-Z -]+$/.test(text)) throw new Error(`no name for the word ${text}`);
  return text.replace(/(?:^|[-+ ])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

interface Output {
  nodes: string;
  tree: string;
  layout: Layout;
}

/** As the module has nodes in its memory. */
export interface Layout {
  /** By number. */
  types: string[];
  words: string[];
  /** Fields by class, those of its base first, each with its type. */
  classes: Map<string, { name: string; type: string }[]>;
}

class SyntaxNodes {
  readonly #bodies = new Map<string, string>();
  readonly #readers = new Map<string, string>();
  readonly #queue: string[] = [];
  readonly #words = new Set<string>();
  readonly #types = new Set<string>(moreTypes);
  readonly #classes = new Map<string, string[]>();

  constructor(text: string) {
    for (const [, name, body] of text.matchAll(/^function deserialize(\w+)\(pos\) \{\n(.*?)\n\}/gms))
      this.#bodies.set(name!, body!.replaceAll(/\s+/g, ' ').trim());
    for (const [name, fields] of Object.entries(specialClasses)) this.#classes.set(name, fields);
    this.#classes.set('Pattern', [...ofPatterns]);
  }

  write(special: string): Output {
    for (const [, word] of special.matchAll(/\bWord\.([A-Z]\w*)/g)) if (word !== 'None') this.#words.add(word!);
    for (const [, name] of special.matchAll(/\bread(\w+)\(/g)) this.#ask(name!);
    for (let name = this.#queue.shift(); name !== undefined; name = this.#queue.shift())
      this.#readers.set(name, this.#reader(name));
    return { nodes: this.#nodesText(), tree: this.#treeText(special), layout: this.#layout() };
  }

  readonly #asked = new Set<string>();
  #ask(name: string): void {
    if (special[name] !== undefined || this.#asked.has(name)) return;
    this.#asked.add(name);
    this.#queue.push(name);
  }

  #body(name: string): string {
    const body = this.#bodies.get(name);
    if (body === undefined) throw new Error(`oxc-parser reads no ${name}`);
    return body;
  }

  /** What the reader of a name gives: `Node`, `List`, `Text`, `Word`, `NodeType`, `bool`, `f64`, with `~` where it may be nothing. */
  #gives(name: string): string {
    const known = special[name];
    if (known !== undefined) return known;
    if (typeEnums[name] !== undefined) return 'NodeType';
    if (name.startsWith('Vec')) return 'List';
    if (name.startsWith('Option')) {
      const inner = this.#gives(name.slice('Option'.length));
      return inner === 'Word' ? 'Word' : `~${inner.replace('~', '')}`;
    }
    if (name.startsWith('Box')) return this.#gives(name.slice('Box'.length));
    const body = this.#body(name);
    if (/return "/.test(body) && body.startsWith('switch')) return 'Word';
    return body.includes('Elision(') ? '~Node' : 'Node';
  }

  #typeOf(name: string): string {
    const gives = this.#gives(name);
    return gives.startsWith('~') ? `${gives.slice(1)} | null` : gives;
  }

  #call(name: string, place: string): string {
    this.#ask(name);
    return `read${name}(${place})`;
  }

  #reader(name: string): string {
    const body = this.#body(name);
    const type = this.#typeOf(name);
    return `function read${name}(at: usize): ${type} {\n${this.#statements(name, body)}\n}`;
  }

  #statements(name: string, body: string): string {
    const box = /^return deserialize(\w+)\(int32\[pos >> 2\]\);$/.exec(body);
    if (box !== null) return `  return ${this.#call(box[1]!, 'pointer(at)')};`;
    if (name.startsWith('Vec')) return this.#list(body);
    const absent = /^return (.*?) \? null : deserialize(\w+)\(pos\);$/.exec(body);
    if (absent !== null) return this.#option(absent[1]!, absent[2]!);
    if (body.startsWith('switch')) return this.#choice(name, body);
    return this.#structure(name, body);
  }

  #option(test: string, inner: string): string {
    const byte = /^uint8\[pos(?: \+ (\d+))?\] === (\d+)$/.exec(test);
    const place = (offset: string | undefined): string =>
      offset === undefined || offset === '0' ? 'at' : `at + ${offset}`;
    const nothing = this.#gives(inner) === 'Word' ? 'Word.None' : 'null';
    if (byte !== null)
      return `  return load<u8>(${place(byte[1])}) === ${byte[2]} ? ${nothing} : ${this.#call(inner, 'at')};`;
    if (/^int32\[pos >> 2\] === 0 && int32\[\(pos >> 2\) \+ 1\] === 0$/.test(test))
      return `  return load<u64>(at) === 0 ? null : ${this.#call(inner, 'at')};`;
    const words = /^int32\[\(pos >> 2\) \+ (\d+)\] === 0 && int32\[\(pos >> 2\) \+ (\d+)\] === 0$/.exec(test);
    if (words === null || Number(words[2]) !== Number(words[1]) + 1)
      throw new Error(`unknown test of nothing: ${test}`);
    return `  return load<u64>(at + ${Number(words[1]) * 4}) === 0 ? null : ${this.#call(inner, 'at')};`;
  }

  #list(body: string): string {
    const size = /int32\[pos32 \+ 2\] (<<|\*) (\d+)/.exec(body);
    const one = /arr\.push\(deserialize(\w+)\(pos\)\)/.exec(body);
    if (size === null || one === null) throw new Error(`unknown list: ${body}`);
    const bytes = size[1] === '*' ? Number(size[2]) : 1 << Number(size[2]);
    return [
      '  const list = listFor(at);',
      '  let from = pointer(at);',
      `  for (let index = 0; index < list.length; index++, from += ${bytes}) list.set(index, ${this.#call(one[1]!, 'from')});`,
      '  return list;',
    ].join('\n');
  }

  #choice(name: string, body: string): string {
    const cases: string[] = [];
    for (const [, labels, value] of body.matchAll(/((?:case \d+: )+)return ([^;]+);/g)) {
      const call = /^deserialize(\w+)\(pos(?: \+ (\d+))?\)$/.exec(value!);
      const heads = labels!
        .trim()
        .split(/(?<=:) /)
        .map((label) => `    ${label}`);
      if (call !== null)
        cases.push(...heads, `      return ${this.#call(call[1]!, call[2] === undefined ? 'at' : `at + ${call[2]}`)};`);
      else if (/^(?:"|true$)/.test(value!))
        cases.push(...heads, `      return ${this.#valueOf(name, value!.replaceAll('"', ''))};`);
      else throw new Error(`unknown choice of ${name}: ${value}`);
    }
    return ['  switch (load<u8>(at)) {', ...cases, '    default:', '      return unreachable();', '  }'].join('\n');
  }

  #valueOf(reader: string, text: string): string {
    if (this.#gives(reader) === 'NodeType') {
      this.#types.add(text);
      return `NodeType.${text}`;
    }
    const word = wordOf(text);
    this.#words.add(word);
    return `Word.${word}`;
  }

  #structure(name: string, body: string): string {
    const plain = /^(?:let node(?: = \{|; node = \{)|return \{)([^{}]*)\};(.*)$/.exec(body);
    if (plain === null) {
      const withParams = this.#withParams(body);
      if (withParams !== null) return this.#structure(name, withParams);
      throw new Error(`oxc-parser's ${name} is not regular: give it a reader in special-nodes.ts\n${body}`);
    }
    const fields = new Map<string, string>();
    for (const [, key, value] of plain[1]!.matchAll(/(\w+): ((?:[^,()]|\([^()]*\))+),?/g))
      fields.set(key!, value!.trim());
    for (const [, key, value] of plain[2]!.matchAll(/node\.(\w+) = ([^;]+);/g)) fields.set(key!, value!.trim());
    const typeText = fields.get('type')!;
    const typeCall = /^deserialize(\w+)\(pos \+ (\d+)\)$/.exec(typeText);
    const type =
      typeCall === null
        ? `NodeType.${JSON.parse(typeText) as string}`
        : this.#call(typeCall[1]!, `at + ${typeCall[2]}`);
    const className = typeCall === null ? (JSON.parse(typeText) as string) : typeEnums[typeCall[1]!]!;
    if (typeCall === null) this.#types.add(className);
    const declared: string[] = [];
    const lines = [`  const node = changetype<${className}>(make(${type}, offsetof<${className}>(), at));`];
    for (const [key, value] of fields) {
      // Elements have attributes, too, which are asked for.
      const isOfImport = key === 'attributes' && !value.includes('JSX');
      if (['type', 'start', 'end'].includes(key) || unread.has(key) || isOfImport) continue;
      const field = renamed[key] ?? key;
      const [fieldType, text] = this.#field(value, className, field);
      // Nothing where another reader has something: the class says which it is.
      if (text !== 'null') declared.push(`${field}: ${fieldType}`);
      lines.push(text === 'null' ? `  node.${field} = null; // ${className}` : `  node.${field} = ${text};`);
    }
    const own = declared.filter(
      (field) => !patterns.has(className) || !/^(?:decorators|optional|typeAnnotation):/.test(field),
    );
    this.#declare(className, own);
    return [...lines, '  return node;'].join('\n');
  }

  /** Type and value of a field. */
  #field(value: string, className: string, field: string): [string, string] {
    const call = /^deserialize(\w+)\(pos(?: \+ (\d+))?\)$/.exec(value);
    if (call !== null)
      return [this.#typeOf(call[1]!), this.#call(call[1]!, call[2] === undefined ? 'at' : `at + ${call[2]}`)];
    const above = /^deserializeU8\(pos \+ (\d+)\) > (\d+)$/.exec(value);
    if (above !== null) return ['bool', `load<u8>(at + ${above[1]}) > ${above[2]}`];
    const flag = /^uint8\[pos \+ (\d+)\] ([!=]==) (\d+)$/.exec(value);
    if (flag !== null) return ['bool', `load<u8>(at + ${flag[1]}) ${flag[2]} ${flag[3]}`];
    if (value === 'optional') return ['Word', this.#call('OptionTSMappedTypeModifierOperator', 'at + 96')];
    const params = /^paramsOf\((\w+), (\d+), (\d+)\)$/.exec(value);
    if (params !== null) {
      this.#ask('BoxFormalParameters');
      this.#ask('OptionBoxTSThisParameter');
      return ['List', `parametersOf(at + ${params[2]}, at + ${params[3]})`];
    }
    if (value === 'true' || value === 'false') return ['bool', value];
    if (value === '[]') return ['List', 'noNodes'];
    if (value === 'null') return ['Node | null', 'null'];
    if (/^"[^"]*"$/.test(value)) {
      const word = wordOf(JSON.parse(value) as string);
      this.#words.add(word);
      return ['Word', `Word.${word}`];
    }
    throw new Error(`unknown value of ${className}.${field}: ${value}`);
  }

  /** Signatures: their parameters begin with `this` where that is declared. A body of which nothing else is irregular is made regular. */
  #withParams(body: string): string | null {
    const params = /params = deserializeBoxFormalParameters\(pos \+ (\d+)\)/.exec(body);
    const self = /thisParam = deserializeOptionBoxTSThisParameter\(pos \+ (\d+)\)/.exec(body);
    const node = /node = (\{[^{}]*\})/.exec(body);
    const rest = [...body.matchAll(/node\.(\w+) = ([^;]+);/g)].map(
      ([, key, value]) => `node.${key} = ${value === 'params' ? `paramsOf(x, ${params?.[1]}, ${self?.[1]})` : value};`,
    );
    if (node === null) return null;
    const known = [
      /^let node = \{[^{}]*\}, params = [^,;]+, thisParam = [^;]+; thisParam !== null && params\.unshift\(thisParam\); (?:node\.\w+ = [^;]+; )+return node;$/,
      // Import attributes and closing elements, which nothing asks for.
      /^let node = \{[^{}]*\}, withClause = [^;]+; (?:node\.\w+ = [^;]+; )+return node;$/,
      /^let node = \{[^{}]*\}, closingElement = [^,;]+, openingElement = ([^;]+); closingElement === null && \(openingElement\.selfClosing = true\); (?:node\.\w+ = [^;]+; )+return node;$/,
      /^let node = \{[^{}]*\}, optional = [^;]+; optional === null && \(optional = false\); (?:node\.\w+ = [^;]+; )+return node;$/,
      // Without `this`: constructors' types.
      /^let node = \{[^{}]*\}, params = [^,;]+; (?:node\.\w+ = [^;]+; )+return node;$/,
    ];
    if (!known.some((form) => form.test(body))) return null;
    const opening = /openingElement = (deserialize\w+\(pos \+ \d+\))/.exec(body);
    const lines = rest
      .filter((line) => !/withClause/.test(line))
      .map((line) => line.replace('= openingElement;', `= ${opening?.[1]};`));
    return `let node = ${node[1]}; ${lines.join(' ')} return node;`.replace('= ({', '= {');
  }

  #declare(className: string, fields: string[]): void {
    const known = this.#classes.get(className);
    if (known === undefined) {
      this.#classes.set(className, fields);
      return;
    }
    // Several readers may make one class, each with values of its own for what it has not.
    for (const field of fields) {
      const name = field.split(':')[0]!;
      const at = known.findIndex((one) => one.startsWith(`${name}:`));
      if (at === -1) known.push(field);
      else if (known[at] !== field && !known[at]!.startsWith(field)) {
        if (field.startsWith(known[at]!)) known[at] = field;
        else throw new Error(`${className}: ${known[at]} or ${field}?`);
      }
    }
  }

  #layout(): Layout {
    const classes = [...this.#classes].map(([name, fields]): [string, { name: string; type: string }[]] => {
      const all = patterns.has(name) ? [...ofPatterns, ...fields] : fields;
      return [
        name,
        all.map((field) => ({ name: field.split(':')[0]!, type: field.slice(field.indexOf(':') + 1).trim() })),
      ];
    });
    return {
      types: [...this.#types].toSorted(),
      words: ['', ...[...this.#words].toSorted()],
      classes: new Map(classes),
    };
  }

  #transferred(): [name: string, bytes: number][] {
    const numberIn = (body: string, form: RegExp): number => {
      const found = form.exec(body);
      if (found === null) throw new Error(`oxc-parser's ${body} has no ${form}`);
      return Number((found[1] ?? '0').replace('+', ''));
    };
    const all = this.#body('RawTransferData');
    if (!/program: deserializeProgram\(pos\)/.test(all)) throw new Error(`oxc-parser's tree is not first: ${all}`);
    return [
      ['commentsAt', numberIn(all, /comments: deserializeVecComment\(pos \+ (\d+)\)/)],
      ['errorsAt', numberIn(all, /errors: deserializeVecError\(pos \+ (\d+)\)/)],
      ['errorBytes', numberIn(this.#body('VecError'), /\* (\d+)/)],
      ['errorMessageAt', numberIn(this.#body('Error'), /message: deserializeStr\(pos( \+ \d+)?\)/)],
      ['errorLabelsAt', numberIn(this.#body('Error'), /labels: deserializeVecErrorLabel\(pos \+ (\d+)\)/)],
      ['errorSeverityAt', numberIn(this.#body('Error'), /severity: deserializeErrorSeverity\(pos \+ (\d+)\)/)],
      ['labelStartAt', numberIn(this.#body('ErrorLabel'), /start: deserializeI32\(pos( \+ \d+)?\)/)],
      ['commentBytes', numberIn(this.#body('VecComment'), /\* (\d+)/)],
      ['commentKindAt', numberIn(this.#body('Comment'), /deserializeCommentKind\(pos \+ (\d+)\)/)],
    ];
  }

  #nodesText(): string {
    const types = [...this.#types].toSorted();
    const classes = [...this.#classes].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return [
      `/** Types of nodes and what each has: written by scripts/lib/syntax-nodes.ts from what oxc-parser says of its trees. */`,
      `import { Text } from '../texts';`,
      `import { List, LiteralKind, Node } from '../node-parts';`,
      ``,
      `export { List, LiteralKind, Node };`,
      ``,
      `export const enum NodeType {`,
      ...types.map((type) => `  ${type},`),
      `}`,
      ``,
      `/** Where the parser has lists beside its tree (bytes), and how large one of them is. */`,
      ...this.#transferred().map(([name, bytes]) => `export const ${name}: usize = ${bytes};`),
      ``,
      `/** A word or sign of a fixed set. */`,
      `export const enum Word {`,
      `  /** Nothing is said. */`,
      `  None,`,
      ...[...this.#words].toSorted().map((word) => `  ${word},`),
      `}`,
      ...classes.flatMap(([name, fields]) => [
        ``,
        `@unmanaged`,
        `export class ${name} extends ${patterns.has(name) ? 'Pattern' : 'Node'} {`,
        ...fields.map((field) => `  ${field};`),
        `}`,
      ]),
      ``,
    ].join('\n');
  }

  /** Without fields that a class has not, since they are nothing whoever makes it. */
  #withoutMissing(reader: string): string {
    return reader.replaceAll(/^  node\.(\w+) = null; \/\/ (\w+)\n/gm, (_, field: string, className: string) => {
      const fields = [...this.#classes.get(className)!, ...(patterns.has(className) ? ofPatterns : [])];
      const type = fields.find((one) => one.startsWith(`${field}:`))?.split(': ')[1];
      if (type === undefined) return '';
      return `  node.${field} = ${type === 'Word' ? 'Word.None' : 'null'};\n`;
    });
  }

  #treeText(special: string): string {
    const names = [...special.matchAll(/^export function (read\w+|parametersOf)\(/gm)].map(([, name]) => name!);
    const readers = [...this.#readers]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, text]) => this.#withoutMissing(text.replace('function', 'export function')));
    const all = readers.join('\n\n');
    const used = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(all);
    return [
      `/** Readers of the native parser's structures: written by scripts/lib/syntax-nodes.ts from those of oxc-parser. */`,
      `import { List, make, listFor, noNodes, Node, pointer } from '../node-parts';`,
      `import {\n${[...this.#classes.keys(), 'NodeType', 'Word']
        .filter(used)
        .toSorted()
        .map((name) => `  ${name},`)
        .join('\n')}\n} from './nodes';`,
      `import {\n${names
        .filter(used)
        .map((name) => `  ${name},`)
        .join('\n')}\n} from '../special-nodes';`,
      `import { Text } from '../texts';`,
      ``,
      all,
      ``,
    ].join('\n');
  }
}

export function syntaxNodes(): Output {
  const byHand = ['special-nodes.ts', 'transfer.ts'];
  const special = byHand
    .map((name) => readFileSync(at('src', 'extract', 'ecmascript-assembly', name), 'utf8'))
    .join('\n');
  return new SyntaxNodes(readFileSync(source, 'utf8')).write(special);
}
