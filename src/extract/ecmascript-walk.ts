/** The walk over an ESTree program. Declarations, members, CommonJS and calls by hand; everything else by the parser's table of keys. */
import { visitorKeys } from 'oxc-parser';
import type { DefinitionKind } from '../model/definition.ts';
import { Context, propertyName, type Node, type Scope } from './ecmascript-context.ts';
import { importFrom, importedModule, requireNames } from './ecmascript-imports.ts';

const wrappers = new Set(['memo', 'forwardRef', 'observer', 'lazy', 'withRouter', 'connect', 'styled']);
const functionTypes = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration', 'TSDeclareFunction', 'TSEmptyBodyFunctionExpression']);

export function walkProgram(context: Context, program: Node): void {
  const exported = exportedNames(program.body);
  const top: Scope = { index: -1, path: null, inFunction: false, exported: false };
  new Walker(context, exported).statements(program.body, top);
}

/** Local names that leave the file by `export { a }`, `export default a`, `export = a`, `module.exports = a`, `= { a }`. */
function exportedNames(body: Node[]): Set<string> {
  const names = new Set<string>();
  const take = (value: Node): void => {
    if (value.type === 'Identifier') names.add(value.name);
    else if (value.type === 'AssignmentExpression') take(value.right);
    else if (value.type === 'ObjectExpression') {
      for (const property of value.properties) if (property.type === 'Property' && property.value.type === 'Identifier') names.add(property.value.name);
    } else if (value.type === 'CallExpression') {
      for (const argument of value.arguments) if (argument.type === 'Identifier') names.add(argument.name);
    }
  };
  for (const statement of body) {
    if (statement.type === 'ExportNamedDeclaration' && statement.source === null) {
      for (const specifier of statement.specifiers) if (specifier.local.name !== undefined) names.add(specifier.local.name);
    } else if (statement.type === 'ExportDefaultDeclaration') take(statement.declaration);
    else if (statement.type === 'TSExportAssignment') take(statement.expression);
    else if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression') {
      if (isExports(statement.expression.left)) take(statement.expression.right);
    }
  }
  return names;
}

/** `module.exports`, `exports`, `module.exports.x`, `exports.x`. */
function isExports(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  if (node.type !== 'MemberExpression') return false;
  if (node.object.type === 'Identifier' && node.object.name === 'module' && !node.computed && node.property.name === 'exports') return true;
  return isExports(node.object);
}

function isPlainExports(node: Node): boolean {
  return isExports(node) && (node.type === 'Identifier' || (node.object.type === 'Identifier' && node.object.name === 'module'));
}

/** A value assigned through a chain (`a = b = value`). */
function lastOf(value: Node): Node {
  return value.type === 'AssignmentExpression' ? lastOf(value.right) : value;
}

function isFunction(node: Node | null | undefined): boolean {
  return node !== null && node !== undefined && (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression');
}

const capital = /^\p{Lu}/u;

class Walker {
  readonly #context: Context;
  readonly #exported: ReadonlySet<string>;

  constructor(context: Context, exported: ReadonlySet<string>) {
    this.#context = context;
    this.#exported = exported;
  }

  statements(body: readonly Node[], scope: Scope): void {
    for (let i = 0; i < body.length; i++) {
      const statement = body[i]!;
      if (isOverload(statement, body[i + 1])) this.#overload(statement, scope);
      else this.#statement(statement, scope, firstOverload(body, i));
    }
  }

  /** Only its types count: the definition is that of the implementation. */
  #overload(statement: Node, scope: Scope): void {
    const declaration = statement.declaration ?? statement;
    this.#context.withTypeParameters(declaration.typeParameters, () => {
      for (const parameter of declaration.params) this.#visit(parameter, scope);
      this.#visit(declaration.returnType, scope);
    });
  }

  #statement(node: Node, scope: Scope, overloadStart: number | null): void {
    switch (node.type) {
      case 'ExportNamedDeclaration':
        if (node.declaration !== null) this.#declaration(node.declaration, scope, { start: node.start, exported: true, overloadStart });
        else if (node.source !== null) {
          const names = node.specifiers.map((one: Node) => ({ name: propertyName(one.local), alias: propertyName(one.exported) === propertyName(one.local) ? null : propertyName(one.exported) }));
          this.#context.import(node.start, node.source.value, { names, isReexport: true, isTypeOnly: node.exportKind === 'type' });
        }
        break;
      case 'ExportAllDeclaration': {
        const alias = node.exported === null ? null : propertyName(node.exported);
        this.#context.import(node.start, node.source.value, { names: [{ name: '*', alias: null }], alias, isReexport: true, isTypeOnly: node.exportKind === 'type' });
        break;
      }
      case 'ExportDefaultDeclaration':
        this.#default(node, scope, overloadStart);
        break;
      case 'ImportDeclaration':
        importFrom(this.#context, node);
        break;
      case 'TSImportEqualsDeclaration':
        if (node.moduleReference.type === 'TSExternalModuleReference') {
          this.#context.import(node.start, String(node.moduleReference.expression.value), { alias: node.id.name, isTypeOnly: node.importKind === 'type' });
        } else this.#context.referTo(scope, 'type', node.moduleReference);
        break;
      case 'TSExportAssignment':
        this.#visit(node.expression, scope);
        break;
      default:
        this.#declaration(node, scope, { start: node.start, exported: false, overloadStart });
    }
  }

  #default(node: Node, scope: Scope, overloadStart: number | null): void {
    const value = node.declaration;
    if (functionTypes.has(value.type) || value.type === 'ClassDeclaration' || value.type === 'ClassExpression' || value.type === 'TSInterfaceDeclaration') {
      this.#declaration(value, scope, { start: node.start, exported: true, overloadStart, fallback: 'default' });
    } else if (value.type === 'ObjectExpression' || this.#wraps(value)) {
      const kind: DefinitionKind = value.type === 'ObjectExpression' ? 'variable' : 'component';
      const inner = this.#context.define(scope, { name: 'default', kind, nameStart: value.start, start: node.start, end: node.end, signatureStart: 0, signatureEnd: 0, exported: true });
      if (value.type === 'ObjectExpression') this.#objectMembers(value, inner);
      else this.#visit(value, inner);
    } else this.#visit(value, scope);
  }

  #declaration(node: Node, scope: Scope, how: { start: number; exported: boolean; overloadStart: number | null; fallback?: string }): void {
    const exported = how.exported || (scope.index === -1 && node.id?.name !== undefined && this.#exported.has(node.id.name)) || (scope.exported && scope.index !== -1 && !scope.inFunction && node.declare === true);
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.#function(node, scope, {
          name: node.id?.name ?? how.fallback ?? 'default',
          nameStart: node.id?.start ?? node.start,
          kind: 'function',
          start: how.start,
          end: node.end,
          exported,
          overloadStart: how.overloadStart,
        });
        break;
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.#class(node, scope, { name: node.id?.name ?? how.fallback ?? 'default', nameStart: node.id?.start ?? node.start, start: how.start, end: node.end, exported });
        break;
      case 'VariableDeclaration':
        this.#variables(node, scope, how);
        break;
      case 'TSInterfaceDeclaration':
        this.#interface(node, scope, how.start, exported);
        break;
      case 'TSTypeAliasDeclaration': {
        const inner = this.#context.define(scope, { name: node.id.name, kind: 'typeAlias', nameStart: node.id.start, start: how.start, end: node.end, signatureStart: node.id.end, signatureEnd: node.end, exported });
        this.#context.withTypeParameters(node.typeParameters, () => {
          this.#typeParameters(node.typeParameters, inner);
          if (node.typeAnnotation.type === 'TSTypeLiteral') this.#signatures(node.typeAnnotation.members, inner);
          else this.#visit(node.typeAnnotation, inner);
        });
        break;
      }
      case 'TSEnumDeclaration': {
        const inner = this.#context.define(scope, { name: node.id.name, kind: 'enum', nameStart: node.id.start, start: how.start, end: node.end, signatureStart: 0, signatureEnd: 0, exported });
        for (const member of node.body?.members ?? node.members) {
          this.#context.define(inner, { name: propertyName(member.id), kind: 'enumMember', nameStart: member.id.start, start: member.start, end: member.end, signatureStart: member.id.end, signatureEnd: member.end, exported });
          this.#visit(member.initializer, inner);
        }
        break;
      }
      case 'TSModuleDeclaration':
      case 'TSGlobalDeclaration': {
        const name = node.id.type === 'Literal' ? String(node.id.value) : this.#context.text.slice(node.id.start, node.id.end);
        const inner = this.#context.define(scope, { name, kind: 'module', nameStart: node.id.start, start: how.start, end: node.end, signatureStart: 0, signatureEnd: 0, exported: exported || node.declare === true });
        const body = node.body;
        if (body?.type === 'TSModuleBlock') this.statements(body.body, inner);
        else if (body !== null && body !== undefined) this.#declaration(body, inner, { ...how, start: body.start });
        break;
      }
      case 'ExpressionStatement':
        this.#expressionStatement(node, scope);
        break;
      default:
        this.#visit(node, scope);
    }
  }

  #function(
    node: Node,
    scope: Scope,
    as: { name: string; nameStart: number; kind: DefinitionKind; start: number; end: number; exported: boolean; container?: string | null; decorators?: Node[] | null; overloadStart?: number | null },
  ): void {
    const before = this.#context.elements;
    // The parameters' parenthesis: after the type parameters, where there are some.
    const from = node.typeParameters?.end ?? Math.max(as.nameStart === node.start ? node.start : as.nameStart, node.id?.end ?? node.start);
    const paren = this.#context.text.indexOf('(', from);
    const bodyStart = node.body?.start ?? node.end;
    const single = node.type === 'ArrowFunctionExpression' && node.params.length === 1 && (paren === -1 || paren > node.params[0].start);
    const signatureStart = single ? node.params[0].start : paren === -1 || paren > bodyStart ? node.start : paren;
    const inner = this.#context.define(scope, { ...as, signatureStart, signatureEnd: bodyStart, ...(as.overloadStart == null ? {} : { docLine: this.#context.place(as.overloadStart)[0] }) });
    const definition = this.#context.result.definitions[inner.index]!;
    if (single && definition.signature !== null) definition.signature = `(${definition.signature.replace(/\s*=>$/, '')})`;
    this.#inside(node, inner);
    if (definition.kind === 'function' && capital.test(as.name) && this.#context.elements > before) definition.kind = 'component';
  }

  /** Parameters, return type and body. */
  #inside(node: Node, scope: Scope): void {
    this.#context.withTypeParameters(node.typeParameters, () => {
      this.#typeParameters(node.typeParameters, scope);
      for (const parameter of node.params) this.#visit(parameter, scope);
      if (node.returnType) this.#visit(node.returnType, scope);
      if (node.body?.type === 'BlockStatement') this.statements(node.body.body, scope);
      else this.#visit(node.body, scope);
    });
  }

  #typeParameters(parameters: Node | null | undefined, scope: Scope): void {
    for (const parameter of parameters?.params ?? []) {
      this.#visit(parameter.constraint, scope);
      this.#visit(parameter.default, scope);
    }
  }

  #class(node: Node, scope: Scope, as: { name: string; nameStart: number; start: number; end: number; exported: boolean }): void {
    const base = node.superClass === null ? '' : this.#context.text.slice(node.superClass.start, node.superClass.end);
    const component = /^(React\.|Preact\.)?(Pure)?Component$/.test(base);
    const decorated = node.decorators?.[0]?.start ?? as.start;
    const inner = this.#context.define(scope, {
      ...as,
      start: Math.min(as.start, decorated),
      kind: component ? 'component' : 'class',
      signatureStart: node.id?.end ?? node.body.start,
      signatureEnd: node.body.start,
      decorators: node.decorators,
    });
    inner.inFunction = scope.inFunction;
    this.#decorators(node.decorators, inner);
    this.#context.withTypeParameters(node.typeParameters, () => {
      this.#typeParameters(node.typeParameters, inner);
      if (node.superClass !== null) {
        if (node.superClass.type === 'Identifier' || node.superClass.type === 'MemberExpression') this.#context.referTo(inner, 'inherit', node.superClass);
        else this.#visit(node.superClass, inner);
      }
      this.#visit(node.superTypeArguments, inner);
      for (const one of node.implements ?? []) {
        this.#context.referTo(inner, 'implement', one.expression);
        this.#visit(one.typeArguments, inner);
      }
      const members: Node[] = node.body.body;
      members.forEach((member, i) => this.#member(member, inner, members[i + 1], as.exported));
    });
  }

  #decorators(decorators: Node[] | null | undefined, scope: Scope): void {
    for (const { expression } of decorators ?? []) {
      const call = expression.type === 'CallExpression';
      this.#context.referTo(scope, 'decorate', call ? expression.callee : expression);
      if (call) for (const argument of expression.arguments) this.#visit(argument, scope);
    }
  }

  #member(member: Node, scope: Scope, next: Node | undefined, exported: boolean): void {
    const key = member.key as Node | undefined;
    if (key === undefined) {
      if (member.type === 'StaticBlock') this.statements(member.body, scope);
      else this.#visit(member, scope);
      return;
    }
    const name = propertyName(key) || this.#context.text.slice(key.start, key.end);
    const isMethod = member.type === 'MethodDefinition' || member.type === 'TSAbstractMethodDefinition';
    if (member.computed) this.#visit(key, scope);
    if (isMethod && member.value.body === null && next?.key !== undefined && propertyName(next.key) === name && member.type === 'MethodDefinition') {
      this.#context.withTypeParameters(member.value.typeParameters, () => {
        for (const parameter of member.value.params) this.#visit(parameter, scope);
        this.#visit(member.value.returnType, scope);
      });
      return;
    }
    const open = exported && member.accessibility !== 'private' && member.accessibility !== 'protected' && key.type !== 'PrivateIdentifier';
    const as = { name, nameStart: key.start, start: Math.min(member.start, member.decorators?.[0]?.start ?? member.start), end: member.end, exported: open, decorators: member.decorators };
    const at = this.#context.result.definitions.length;
    if (isMethod || isFunction(member.value)) {
      this.#decorators(member.decorators, scope);
      this.#function(member.value, scope, { ...as, kind: 'method' });
      if (name === 'constructor') this.#parameterProperties(member.value, { ...scope, index: scope.index }, exported);
    } else {
      const inner = this.#context.define(scope, { ...as, kind: 'property', signatureStart: key.end + (member.computed ? 1 : 0), signatureEnd: member.end });
      this.#decorators(member.decorators, inner);
      this.#visit(member.typeAnnotation, inner);
      this.#visit(member.value, inner);
    }
    for (const reference of this.#context.result.references.slice(-(member.decorators?.length ?? 0) || Infinity)) if (reference.kind === 'decorate' && reference.container === scope.index && isMethod) reference.container = at;
  }

  #parameterProperties(constructor: Node, scope: Scope, exported: boolean): void {
    for (const parameter of constructor.params) {
      if (parameter.type !== 'TSParameterProperty') continue;
      const target = parameter.parameter.type === 'AssignmentPattern' ? parameter.parameter.left : parameter.parameter;
      if (target.type !== 'Identifier') continue;
      const open = exported && parameter.accessibility !== 'private' && parameter.accessibility !== 'protected';
      const nameEnd = target.start + target.name.length;
      this.#context.define(scope, { name: target.name, kind: 'property', nameStart: target.start, start: parameter.start, end: parameter.end, signatureStart: nameEnd, signatureEnd: parameter.end, exported: open });
    }
  }

  #interface(node: Node, scope: Scope, start: number, exported: boolean): void {
    const inner = this.#context.define(scope, { name: node.id.name, kind: 'interface', nameStart: node.id.start, start, end: node.end, signatureStart: node.id.end, signatureEnd: node.body.start, exported });
    this.#context.withTypeParameters(node.typeParameters, () => {
      this.#typeParameters(node.typeParameters, inner);
      for (const one of node.extends ?? []) {
        this.#context.referTo(inner, 'inherit', one.expression);
        this.#visit(one.typeArguments, inner);
      }
      this.#signatures(node.body.body, inner);
    });
  }

  /** Members of an interface or of a type literal. */
  #signatures(members: Node[], scope: Scope): void {
    const seen = new Set<string>();
    for (const member of members) {
      if ((member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') || member.key === undefined) {
        this.#visit(member, scope);
        continue;
      }
      const name = propertyName(member.key) || this.#context.text.slice(member.key.start, member.key.end);
      const method = member.type === 'TSMethodSignature';
      let inner = scope;
      if (!method || !seen.has(name)) {
        const paren = method ? this.#context.text.indexOf('(', member.typeParameters?.end ?? member.key.end) : member.key.end;
        inner = this.#context.define(scope, { name, kind: method ? 'method' : 'property', nameStart: member.key.start, start: member.start, end: member.end, signatureStart: paren, signatureEnd: member.end, exported: scope.exported });
        seen.add(name);
      }
      this.#context.withTypeParameters(member.typeParameters, () => {
        this.#typeParameters(member.typeParameters, inner);
        for (const parameter of member.params ?? []) this.#visit(parameter, inner);
        this.#visit(member.returnType ?? member.typeAnnotation, inner);
      });
    }
  }

  #variables(node: Node, scope: Scope, how: { start: number; exported: boolean }): void {
    const one = node.declarations.length === 1;
    for (const declarator of node.declarations) {
      const start = one ? how.start : declarator.start;
      const end = one ? node.end : declarator.end;
      if (declarator.id.type === 'Identifier') this.#variable(declarator, scope, start, end, how.exported);
      else this.#pattern(declarator, scope, start, end, how.exported);
    }
  }

  #variable(declarator: Node, scope: Scope, start: number, end: number, isExported: boolean): void {
    const { id } = declarator;
    const value = declarator.init === null ? null : lastOf(declarator.init);
    const chained = declarator.init?.type === 'AssignmentExpression' && isExports(declarator.init.left);
    const exported = isExported || chained || (scope.index === -1 && this.#exported.has(id.name));
    const as = { name: id.name, nameStart: id.start, start, end, exported };
    if (value !== null && isFunction(value)) {
      this.#visit(id.typeAnnotation, scope);
      this.#function(value, scope, { ...as, kind: 'function' });
    } else if (value?.type === 'ClassExpression') {
      this.#class(value, scope, as);
    } else {
      const module = value === null ? null : importedModule(value);
      if (module !== null && value !== null) {
        this.#context.import(value.start, module.name, { alias: module.member === null ? id.name : null, names: module.member === null ? [] : [{ name: module.member, alias: module.member === id.name ? null : id.name }], isDynamic: module.dynamic });
        return;
      }
      const nameEnd = id.start + id.name.length;
      const local = scope.inFunction;
      const wrapped = value !== null && capital.test(id.name) && this.#wraps(value);
      const inner =
        local && !wrapped
          ? scope
          : this.#context.define(scope, { ...as, kind: wrapped ? 'component' : 'variable', signatureStart: nameEnd, signatureEnd: value?.type === 'ObjectExpression' || wrapped ? Math.min(declarator.init.start, end) : end });
      this.#visit(id.typeAnnotation, inner);
      const object = value === null ? null : objectOf(value);
      if (object !== null && !local) this.#objectMembers(object, inner);
      else this.#visit(declarator.init, inner);
    }
  }

  /** `memo(() => …)`, `React.forwardRef(function …)`, ``styled.a`…` ``. */
  #wraps(value: Node): boolean {
    if (value.type === 'TaggedTemplateExpression') return /^styled\b/.test(this.#context.text.slice(value.tag.start, value.tag.end));
    if (value.type !== 'CallExpression') return false;
    const callee = value.callee;
    const name = callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : '';
    return wrappers.has(name);
  }

  #pattern(declarator: Node, scope: Scope, start: number, end: number, exported: boolean): void {
    const value = declarator.init === null ? null : lastOf(declarator.init);
    const module = value === null ? null : importedModule(value);
    if (module !== null && value !== null) {
      this.#context.import(value.start, module.name, { names: requireNames(declarator.id), isDynamic: module.dynamic });
      return;
    }
    if (!scope.inFunction) {
      for (const name of boundNames(declarator.id)) {
        this.#context.define(scope, { name: name.name, kind: 'variable', nameStart: name.start, start, end, signatureStart: 0, signatureEnd: 0, exported: exported || (scope.index === -1 && this.#exported.has(name.name)) });
      }
    }
    this.#visit(declarator.id, scope);
    this.#visit(declarator.init, scope);
  }

  /** Functions in a top-level object are its methods; other values are only visited. */
  #objectMembers(object: Node, scope: Scope): void {
    for (const property of object.properties) {
      if (property.type === 'Property' && !property.computed && isFunction(property.value)) {
        const name = propertyName(property.key);
        this.#function(property.value, scope, { name, nameStart: property.key.start, kind: 'method', start: property.start, end: property.end, exported: scope.exported });
      } else this.#visit(property, scope);
    }
  }

  #expressionStatement(node: Node, scope: Scope): void {
    const { expression } = node;
    if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression' && expression.left.type !== 'Identifier') {
      this.#visit(expression, scope);
      return;
    }
    const value = lastOf(expression.right);
    const { left } = expression;
    if (!this.#assigned(node, left, value, scope)) this.#visit(expression, scope);
  }

  /** `exports.a = …`, `module.exports = …`, `A.prototype.b = function`, `a.b = function`: whether it was a definition. */
  #assigned(node: Node, left: Node, value: Node, scope: Scope): boolean {
    if (scope.inFunction && !isExports(left)) return false;
    if (isPlainExports(left)) {
      if (isFunction(value) || value.type === 'ClassExpression') {
        this.#declaration(value, scope, { start: node.start, exported: true, overloadStart: null, fallback: 'default' });
        return true;
      }
      if (value.type === 'ObjectExpression') {
        this.#objectMembers(value, { ...scope, exported: true });
        return true;
      }
      const module = importedModule(value);
      if (module !== null) this.#context.import(value.start, module.name, { isReexport: true, isDynamic: module.dynamic, names: module.member === null ? [{ name: '*', alias: null }] : [{ name: module.member, alias: null }] });
      return module !== null;
    }
    if (left.type !== 'MemberExpression' || left.computed) return false;
    const name = propertyName(left.property);
    const owner = this.#context.text.slice(left.object.start, left.object.end).replace(/\.prototype$/, '');
    const exports = isExports(left.object);
    const as = { name, nameStart: left.property.start, start: node.start, end: node.end, exported: exports || this.#exported.has(owner) || this.#isExportedOwner(owner) };
    if (isFunction(value)) {
      const plain = /^[\w$.]+$/.test(owner) && owner !== 'this';
      this.#function(value, scope, { ...as, kind: exports ? 'function' : 'method', container: exports || !plain ? null : owner });
      return true;
    }
    if (value.type === 'ClassExpression') {
      this.#class(value, scope, as);
      return true;
    }
    if (!exports) return false;
    const module = importedModule(value);
    if (module !== null) {
      this.#context.import(value.start, module.name, { isReexport: true, isDynamic: module.dynamic, names: [{ name: module.member ?? '*', alias: name }] });
      return true;
    }
    if (value.type === 'Identifier') return false;
    const inner = this.#context.define(scope, { ...as, kind: 'variable', signatureStart: 0, signatureEnd: 0 });
    this.#visit(value, inner);
    return true;
  }

  #isExportedOwner(owner: string): boolean {
    return this.#context.result.definitions.some((definition) => definition.name === owner && definition.container === null && definition.exported);
  }

  #visit(node: Node | null | undefined, scope: Scope): void {
    if (node === null || node === undefined) return;
    const context = this.#context;
    switch (node.type) {
      case 'Identifier':
        if (node.typeAnnotation) this.#visit(node.typeAnnotation, scope);
        for (const decorator of node.decorators ?? []) this.#decorators([decorator], scope);
        return;
      case 'Literal':
      case 'ThisExpression':
      case 'TemplateElement':
      case 'JSXText':
        return;
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
      case 'ClassDeclaration':
      case 'VariableDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSEnumDeclaration':
      case 'TSModuleDeclaration':
      case 'ExpressionStatement':
        this.#declaration(node, scope, { start: node.start, exported: false, overloadStart: null });
        return;
      case 'BlockStatement':
        this.statements(node.body, scope);
        return;
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        this.#inside(node, scope.inFunction ? scope : { ...scope, inFunction: true });
        return;
      case 'ClassExpression':
        if (node.id !== null) this.#class(node, scope, { name: node.id.name, nameStart: node.id.start, start: node.start, end: node.end, exported: false });
        else this.#anonymousClass(node, scope);
        return;
      case 'CallExpression':
        this.#call(node, scope);
        return;
      case 'NewExpression':
        if (node.callee.type === 'Identifier') context.referTo(scope, 'construct', node.callee);
        else {
          if (node.callee.type === 'MemberExpression') this.#visit(node.callee.object, scope);
          else this.#visit(node.callee, scope);
          context.referTo(scope, 'construct', node.callee);
        }
        this.#visit(node.typeArguments, scope);
        for (const argument of node.arguments) this.#visit(argument, scope);
        return;
      case 'TaggedTemplateExpression':
        if (node.tag.type === 'MemberExpression') this.#visit(node.tag.object, scope);
        else if (node.tag.type !== 'Identifier') this.#visit(node.tag, scope);
        context.referTo(scope, 'call', node.tag);
        this.#visit(node.typeArguments, scope);
        this.#visit(node.quasi, scope);
        return;
      case 'ImportExpression':
        if (node.source.type === 'Literal') context.import(node.start, String(node.source.value), { isDynamic: true });
        else this.#visit(node.source, scope);
        return;
      case 'JSXElement':
        this.#element(node, scope);
        return;
      case 'JSXFragment':
        context.elements++;
        for (const child of node.children) this.#visit(child, scope);
        return;
      case 'MemberExpression':
        this.#visit(node.object, scope);
        if (node.computed) this.#visit(node.property, scope);
        return;
      case 'Property':
        if (node.computed) this.#visit(node.key, scope);
        this.#visit(node.value, scope);
        return;
      case 'TSTypeReference':
        context.referTo(scope, 'type', node.typeName);
        this.#visit(node.typeArguments, scope);
        return;
      case 'TSTypeQuery':
        if (node.exprName.type === 'TSImportType') this.#visit(node.exprName, scope);
        else context.referTo(scope, 'type', node.exprName);
        this.#visit(node.typeArguments, scope);
        return;
      case 'TSImportType': {
        const source = node.source ?? node.argument;
        const value = source?.value ?? source?.literal?.value;
        if (value !== undefined) context.import(node.start, String(value), { isDynamic: true, isTypeOnly: true, names: node.qualifier?.type === 'Identifier' ? [{ name: node.qualifier.name, alias: null }] : [] });
        this.#visit(node.typeArguments, scope);
        return;
      }
      case 'TSFunctionType':
      case 'TSConstructorType':
      case 'TSCallSignatureDeclaration':
      case 'TSConstructSignatureDeclaration':
      case 'TSMethodSignature':
        context.withTypeParameters(node.typeParameters, () => {
          this.#typeParameters(node.typeParameters, scope);
          for (const parameter of node.params) this.#visit(parameter, scope);
          this.#visit(node.returnType, scope);
        });
        return;
      case 'TSInferType':
      case 'TSMappedType':
      default:
        this.#children(node, scope);
    }
  }

  #children(node: Node, scope: Scope): void {
    const keys = visitorKeys[node.type];
    if (keys === undefined) return;
    for (const key of keys) {
      const child = node[key];
      if (child === null || child === undefined) continue;
      if (Array.isArray(child)) for (const one of child) this.#visit(one, scope);
      else this.#visit(child, scope);
    }
  }

  #anonymousClass(node: Node, scope: Scope): void {
    if (node.superClass !== null) this.#context.referTo(scope, 'inherit', node.superClass);
    for (const one of node.implements ?? []) this.#context.referTo(scope, 'implement', one.expression);
    for (const member of node.body.body) {
      if (member.computed) this.#visit(member.key, scope);
      this.#visit(member.value, scope);
    }
  }

  #call(node: Node, scope: Scope): void {
    const { callee } = node;
    const module = importedModule(node);
    if (module !== null && module.member === null) {
      this.#context.import(node.start, module.name, { isDynamic: module.dynamic });
      return;
    }
    if (callee.type === 'MemberExpression') {
      this.#visit(callee.object, scope);
      if (callee.computed) this.#visit(callee.property, scope);
      this.#context.referTo(scope, 'call', callee);
    } else if (callee.type === 'Identifier') this.#context.referTo(scope, 'call', callee);
    else if (callee.type !== 'Super') this.#visit(callee, scope);
    this.#visit(node.typeArguments, scope);
    for (const argument of node.arguments) this.#visit(argument, scope);
  }

  #element(node: Node, scope: Scope): void {
    this.#context.elements++;
    const { name, attributes, typeArguments } = node.openingElement;
    if (name.type === 'JSXMemberExpression' || (name.type === 'JSXIdentifier' && /^[\p{Lu}_$]/u.test(name.name))) this.#context.referTo(scope, 'render', name);
    this.#visit(typeArguments, scope);
    for (const attribute of attributes) this.#visit(attribute.value ?? attribute.argument, scope);
    for (const child of node.children) this.#visit(child, scope);
  }
}

/** The object behind `{…}`, `{…} as const`, `Object.freeze({…})`. */
function objectOf(value: Node): Node | null {
  if (value.type === 'ObjectExpression') return value;
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') return objectOf(value.expression);
  if (value.type === 'CallExpression' && value.arguments.length === 1 && value.callee.type === 'MemberExpression' && value.callee.property.name === 'freeze') return objectOf(value.arguments[0]);
  return null;
}

function boundNames(pattern: Node | null): Node[] {
  if (pattern === null) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((one: Node) => boundNames(one.type === 'RestElement' ? one.argument : one.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((one: Node | null) => boundNames(one));
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    default:
      return [];
  }
}

/** A function declared without a body whose implementation, or next overload, is the next statement. */
function isOverload(statement: Node, next: Node | undefined): boolean {
  const declaration = statement.declaration ?? statement;
  const following = next?.declaration ?? next;
  if (declaration?.type !== 'TSDeclareFunction' || following === undefined || following === null) return false;
  return (following.type === 'FunctionDeclaration' || following.type === 'TSDeclareFunction') && following.id?.name === declaration.id?.name;
}

/** Where the first of the overloads before statement `i` starts; null when there are none. */
function firstOverload(body: readonly Node[], i: number): number | null {
  let at = i;
  while (at > 0 && isOverload(body[at - 1]!, body[at])) at--;
  return at === i ? null : body[at]!.start;
}
