/** Python. */
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import { builtinModules } from './builtin-modules.ts';

const query = `
(class_definition name: (identifier) @name body: (block) @body) @definition.class
(function_definition name: (identifier) @name parameters: (parameters) @params body: (block) @body) @definition.function
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @definition.property)))
(type_alias_statement left: (type (identifier) @name)) @definition.typeAlias

(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import

(class_definition superclasses: (argument_list (identifier) @reference.inherit))
(class_definition superclasses: (argument_list (attribute object: (_) @receiver attribute: (identifier) @reference.inherit)))
(decorator (identifier) @reference.decorate)
(decorator (attribute object: (_) @receiver attribute: (identifier) @reference.decorate))
(decorator (call function: (identifier) @reference.decorate))
(decorator (call function: (attribute object: (_) @receiver attribute: (identifier) @reference.decorate)))
(call function: (identifier) @reference.call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @reference.call))
(type (identifier) @reference.type)
(type (attribute object: (_) @receiver attribute: (identifier) @reference.type))
(generic_type (identifier) @reference.type)

(comment) @comment
`;

/** The wrapper with the decorators, where there is one. */
function span(node: SyntaxNode): SyntaxNode {
  return node.parent?.type === 'decorated_definition' ? node.parent : node;
}

function decorators({ node }: DefinitionContext): string[] {
  const wrapper = node.parent;
  if (wrapper?.type !== 'decorated_definition') return [];
  const names: string[] = [];
  for (const child of wrapper.namedChildren) {
    if (child?.type !== 'decorator') continue;
    const expression = child.firstNamedChild;
    const callee = expression?.type === 'call' ? expression.childForFieldName('function') : expression;
    if (callee) names.push(callee.text);
  }
  return names;
}

/** The first statement of the body, when it is a plain string. */
function docstring({ node }: DefinitionContext): string | null {
  const first = node.childForFieldName('body')?.firstNamedChild;
  if (first?.type !== 'expression_statement') return null;
  const string = first.firstNamedChild;
  if (string?.type !== 'string') return null;
  return string.text.replace(/^[rRuUbBfF]*("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '');
}

function imports(node: SyntaxNode): ImportDraft[] {
  if (node.type === 'import_statement') {
    return node.childrenForFieldName('name').flatMap((child) => {
      if (child === null) return [];
      if (child.type !== 'aliased_import') return [{ module: child.text }];
      const module = child.childForFieldName('name')?.text;
      return module === undefined ? [] : [{ module, alias: child.childForFieldName('alias')?.text ?? null }];
    });
  }
  const module = node.type === 'future_import_statement' ? '__future__' : node.childForFieldName('module_name')?.text;
  if (module === undefined) return [];
  if (node.namedChildren.some((child) => child?.type === 'wildcard_import')) {
    return [{ module, names: [{ name: '*', alias: null }] }];
  }
  const names = node.childrenForFieldName('name').flatMap((child) => {
    if (child === null) return [];
    if (child.type !== 'aliased_import') return [{ name: child.text, alias: null }];
    const name = child.childForFieldName('name')?.text;
    return name === undefined ? [] : [{ name, alias: child.childForFieldName('alias')?.text ?? null }];
  });
  return [{ module, names }];
}

export const python: Language = {
  id: 'python',
  name: 'Python',
  extensions: ['.py', '.pyi', '.pyw'],
  filenames: ['SConstruct', 'SConscript', 'wscript'],
  interpreters: ['python', 'python2', 'python3', 'pypy', 'pypy3'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-python.wasm',
    query,
    imports,
    span,
    decorators,
    docstring,
    exported: ({ name }) => !name.startsWith('_') || (name.startsWith('__') && name.endsWith('__')),
  },
  classifyImport(module) {
    if (module.startsWith('.')) return 'local';
    return builtinModules.has(module.split('.')[0] ?? '') ? 'builtin' : 'external';
  },
  keywords: (
    'and as assert async await break class continue def del elif else except false finally for from global if import in is lambda ' +
    'none nonlocal not or pass raise return self cls true try while with yield match case'
  ).split(' '),
};
