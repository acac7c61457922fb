/** What objects of Python give by the methods that the language calls itself. */
import { functionResult } from './callables.ts';
import type { FileFacts } from './file-facts.ts';
import { elementOf, memberValue } from './members.ts';
import type { Inference } from './questions.ts';
import { type Value, alternatives, union } from './values.ts';

function resultOfMethod(i: Inference, value: Value, name: string): Value | null {
  return value.kind === 'instance' && value.file.language === 'python'
    ? functionResult(i, memberValue(i, value, name))
    : null;
}

/** `value[key]` by `__getitem__`. */
export function pythonItem(i: Inference, file: FileFacts, value: Value | null): Value | null {
  if (file.language !== 'python') return null;
  return union(alternatives(value).map((part) => resultOfMethod(i, part, '__getitem__')));
}

/** What `for` gives, by `__iter__` and what that gives, or by `__getitem__`. */
export function pythonElement(i: Inference, file: FileFacts, part: Value): Value | null {
  if (file.language !== 'python' || part.kind !== 'instance') return null;
  const elements = alternatives(resultOfMethod(i, part, '__iter__')).map(
    (iterator) => elementOf(i, iterator) ?? resultOfMethod(i, iterator, '__next__'),
  );
  return union(elements) ?? resultOfMethod(i, part, '__getitem__');
}
