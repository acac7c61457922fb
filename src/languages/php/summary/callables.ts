/** Functions as values: `f(...)`, `[$this, 'save']`, and strings in the arguments of functions that take a callable. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { partOf, partsOf, placeOf, textOf, type Collector } from './collector.ts';
import { methodName } from './declarations.ts';

/** Functions of PHP that take a callable, with its position; -1 for the last argument. */
const callablePositions: ReadonlyMap<string, number> = new Map(
  [
    {
      position: 0,
      names:
        'array_map call_user_func call_user_func_array forward_static_call forward_static_call_array is_callable ob_start ' +
        'register_shutdown_function register_tick_function set_error_handler set_exception_handler spl_autoload_register ' +
        'header_register_callback fromcallable',
    },
    {
      position: 1,
      names:
        'array_filter array_reduce array_walk array_walk_recursive usort uasort uksort preg_replace_callback iterator_apply ' +
        'array_all array_any array_find array_find_key pcntl_signal',
    },
    {
      position: -1,
      names:
        'array_udiff array_udiff_assoc array_uintersect array_uintersect_assoc array_diff_ukey array_diff_uassoc ' +
        'array_intersect_ukey array_intersect_uassoc',
    },
  ].flatMap(({ position, names }) => names.split(' ').map((name): [string, number] => [name, position])),
);

/** Whether a call has the arguments `(...)`: then it gives the function itself. */
export function isFirstClass(argumentList: SyntaxNode | null): boolean {
  return argumentList !== null && partOf(argumentList, 'variadic_placeholder') !== null;
}

/** Writes the sites of the functions that a call names by strings, and records these as its arguments. @param name of the called function */
export function writeNamedCallables(c: Collector, name: string, argumentList: SyntaxNode | null): void {
  const position = callablePositions.get(name.toLowerCase());
  if (position === undefined || argumentList === null) return;
  const argument = partsOf(argumentList)
    .filter(({ type }) => type === 'argument')
    .at(position);
  const string = argument === undefined ? undefined : partsOf(argument).at(-1);
  const text = string === undefined ? null : stringText(c, string);
  const [, path, method] = /^\\?([\w\\]+?)(?:::(\w+))?$/.exec(text ?? '') ?? [];
  if (string === undefined || path === undefined) return;
  const { writer } = c;
  const named = writer.name(path, c.scope);
  const callable = method === undefined ? named : writer.member(named, methodName(method));
  writer.site(siteKinds.read, callable, placeOf(string), c.scope);
  writer.handOn([callable]);
}

/**
 * The method that an array names: `[$this, 'save']`, `[self::class, 'save']`, `['App\Mailer', 'send']`, `[$mailer, 'send']`; 0 for any other array.
 * @param values the nodes of the elements
 */
export function methodOfPair(c: Collector, node: SyntaxNode, values: readonly number[]): number {
  const parts = partsOf(node);
  if (parts.length !== 2) return 0;
  const [first, second] = parts.map((part) => (partsOf(part).length === 1 ? partsOf(part)[0] : undefined));
  const name = second === undefined ? null : stringText(c, second);
  if (first === undefined || name === null || !/^[a-z_]\w*$/i.test(name)) return 0;
  const object = objectOf(c, first, values[0] ?? 0);
  if (object === 0) return 0;
  const method = c.writer.member(object, methodName(name));
  c.writer.site(siteKinds.read, method, placeOf(second!), c.scope);
  return method;
}

function objectOf(c: Collector, node: SyntaxNode, value: number): number {
  const { writer } = c;
  switch (node.type) {
    case 'class_constant_access_expression':
      // The value of `A::class` is an array with the class.
      return /::\s*class$/i.test(textOf(c, node)) && writer.opOf(value) === ops.array
        ? (writer.items(writer.operand(value, 0))[0] ?? 0)
        : 0;
    case 'string': {
      const text = stringText(c, node);
      // A string in an array is mostly a key or a word; only one with a namespace names a class.
      return text !== null && /^\\?\w+(?:\\\w+)+$/.test(text) ? writer.name(text.replace(/^\\/, ''), c.scope) : 0;
    }
    case 'variable_name':
      return textOf(c, node) === '$this' || node.parent?.parent?.parent?.type === 'argument' ? value : 0;
    default:
      return 0;
  }
}

/** The text of a string without escapes and variables; null for any other node. */
function stringText(c: Collector, node: SyntaxNode): string | null {
  if (node.type !== 'string' && node.type !== 'encapsed_string') return null;
  const parts = partsOf(node);
  if (parts.length !== 1 || parts[0]!.type !== 'string_content') return null;
  return textOf(c, parts[0]!).replaceAll('\\\\', '\\');
}
