/** The styles of everything that is printed. Colours are those that can be read on a dark and on a light background. */
import { styleText } from 'node:util';

const formats = {
  heading: ['bold'],
  label: ['bold'],
  path: ['magenta'],
  line: ['green'],
  match: ['bold', 'red'],
  name: ['bold'],
  command: ['cyan'],
  dim: ['dim'],
  bold: ['bold'],
  good: ['green'],
  bad: ['red'],
  red: ['red'],
  green: ['green'],
} satisfies Record<string, Parameters<typeof styleText>[0]>;

export type Style = keyof typeof formats;

/** The text in this style, with escape sequences. */
export function styled(style: Style, text: string): string {
  return text === '' ? '' : styleText(formats[style], text, { validateStream: false });
}
