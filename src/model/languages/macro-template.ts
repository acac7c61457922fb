/**
 * What a macro of C makes of its arguments, as one text in the file summary (`context` of the macro's entity). In names, `<n>` stands for argument n.
 * Invariant: entries and names have neither blanks nor commas.
 */

export const templateMarks = {
  /** A pasted name that is called: `<0>_init()`. */
  calls: '!',
  /** A pasted name that is a value: `.show = <0>_show`. */
  handsOn: '&',
  /** A macro that is called, and then the name that each of its arguments is; an empty name for another argument. */
  expands: '@',
} as const;

export interface TemplateEntry {
  mark: (typeof templateMarks)[keyof typeof templateMarks];
  names: readonly string[];
}

/** The maximum number of entries that a macro has. */
export const maxTemplateEntries = 24;

export function writeTemplate(entries: readonly TemplateEntry[]): string {
  return entries.map(({ mark, names }) => mark + names.join(',')).join(' ');
}

export function readTemplate(text: string): TemplateEntry[] {
  return text.split(' ').flatMap((entry) => {
    const mark = Object.values(templateMarks).find((one) => entry.startsWith(one));
    return mark === undefined ? [] : [{ mark, names: entry.slice(1).split(',') }];
  });
}

/** A name with arguments in it; '' where an argument is no name. */
export function filledIn(name: string, args: readonly string[]): string {
  let isKnown = true;
  const filled = name.replace(/<(\d+)>/g, (_, position: string) => {
    const arg = args[Number(position)] ?? '';
    isKnown &&= arg !== '';
    return arg;
  });
  return isKnown ? filled : '';
}
