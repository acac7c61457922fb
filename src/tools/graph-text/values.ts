/** Places that name a function as a value: their number, and some of them with their code. */
import type { CallsAnswer } from '../../model/graph.ts';
import { oneLine } from '../budget.ts';
import { clip, type Detail } from './detail.ts';
import { count } from './unresolved.ts';

export interface ValuesData {
  places: number;
  samples: { path: string; line: number; in?: string; test?: true; text: string }[];
}

/** The maximum length of a line of code. */
const maxTextLength = 120;

/** Undefined if there are none. */
export function valuesData({ total, places }: CallsAnswer['values'], detail: Detail): ValuesData | undefined {
  if (total === 0) return undefined;
  return {
    places: total,
    samples: places.slice(0, detail.samples).map(({ path, line, container, isTest, text }) => ({
      path: clip(path, detail.path),
      line,
      ...(container === null ? {} : { in: clip(container, detail.name) }),
      ...(isTest ? { test: true } : {}),
      text: clip(text, maxTextLength),
    })),
  };
}

export function valueLines(data: ValuesData | undefined): string[] {
  if (data === undefined) return [];
  const more = data.places - data.samples.length;
  return [
    '',
    `named as a value: ${count(data.places, 'place')}`,
    ...data.samples.map(({ path, line, in: container, test, text }) => {
      const where = `${oneLine(path)}:${line}${test === true ? ' (test)' : ''}`;
      return `  ${where}${container === undefined ? '' : ` in ${oneLine(container)}`}: ${oneLine(text)}`;
    }),
    ...(more > 0 ? [`  ... and ${more} more`] : []),
  ];
}
