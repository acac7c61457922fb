/** Declarators: the name that `char *(*f(void))[3]` declares, and whether it is a function. */
import type { SyntaxNode } from '../../language.ts';
import { partsOf, textOf, type Collector } from './collector.ts';

export interface Declarator {
  /** Node of the name; the definition's place is its start. */
  name: SyntaxNode;
  text: string;
  /** Scopes before the name (`A::f`), outermost first. */
  scopes: string[];
  scopeNodes: SyntaxNode[];
  /** The list of parameters, where the declarator declares a function. */
  parameters: SyntaxNode | null;
  /** The list of parameters of the function to which a declared pointer points; null for other declarators. */
  pointeeParameters: SyntaxNode | null;
  /** Whether the declarator declares a `const` method. */
  isConst: boolean;
}

/** Limits the loop; real declarators nest less deeply. */
const maxSteps = 60;

/** Types of nodes that contain a declarator. */
const wrappers: ReadonlySet<string> = new Set([
  'pointer_declarator',
  'reference_declarator',
  'array_declarator',
  'parenthesized_declarator',
  'attributed_declarator',
  'init_declarator',
  'function_declarator',
  'pointer_type_declarator',
  'abstract_pointer_declarator',
  'variadic_declarator',
]);

/** Types of nodes that are the declared name. */
const names: ReadonlySet<string> = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'destructor_name',
  'operator_name',
  'operator_cast',
  'primitive_type',
]);

/** The name that a declarator declares, with its scopes and parameters; null for abstract and broken declarators. */
export function declaratorOf(c: Collector, node: SyntaxNode): Declarator | null {
  let at: SyntaxNode | undefined = node;
  let parameters: SyntaxNode | null = null;
  let pointeeParameters: SyntaxNode | null = null;
  let isConst = false;
  const scopes: string[] = [];
  const scopeNodes: SyntaxNode[] = [];
  for (let step = 0; step < maxSteps && at !== undefined; step++) {
    const { type } = at;
    if (names.has(type))
      return { name: at, text: nameOf(c, at), scopes, scopeNodes, parameters, pointeeParameters, isConst };
    const parts = partsOf(at);
    if (type === 'function_declarator') {
      pointeeParameters = parameters ?? pointeeParameters;
      parameters = parts.find((part) => part.type === 'parameter_list') ?? null;
      isConst = parts.some((part) => part.type === 'type_qualifier' && textOf(c, part) === 'const');
    } else if (type === 'pointer_declarator' || type === 'array_declarator' || type === 'reference_declarator') {
      pointeeParameters = parameters ?? pointeeParameters;
      parameters = null;
    } else if (type === 'qualified_identifier') {
      const scope = at.childForFieldName('scope');
      const name = at.childForFieldName('name');
      if (scope !== null && scope.type !== 'dependent_type') {
        scopes.push(plainName(c, scope));
        scopeNodes.push(scope.type === 'template_type' ? (partsOf(scope)[0] ?? scope) : scope);
      }
      at = name ?? undefined;
      continue;
    } else if (type === 'template_function' || type === 'template_method' || type === 'template_type') {
      [at] = parts;
      continue;
    } else if (type === 'init_declarator') {
      at = at.childForFieldName('declarator') ?? undefined;
      continue;
    } else if (!wrappers.has(type)) return null;
    at = parts.find((part) => wrappers.has(part.type) || names.has(part.type) || isPath(part.type));
  }
  return null;
}

function isPath(type: string): boolean {
  return type === 'qualified_identifier' || type === 'template_function' || type === 'template_method';
}

function nameOf(c: Collector, node: SyntaxNode): string {
  const text = textOf(c, node);
  const end = node.type === 'operator_cast' ? text.indexOf('(', text.indexOf('operator')) : -1;
  return (end === -1 ? text : text.slice(0, end)).replace(/\s+/g, node.type === 'destructor_name' ? '' : ' ').trim();
}

/** A name without its template arguments. */
export function plainName(c: Collector, node: SyntaxNode): string {
  const text = textOf(c, node);
  const end = text.indexOf('<');
  return (end === -1 || text.startsWith('operator') ? text : text.slice(0, end)).trim().slice(0, 200);
}
