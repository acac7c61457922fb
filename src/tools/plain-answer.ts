/** An answer in the form for programs and plugins: one text, its data, and whether it is an error. */
import type { ToolAnswer as PlainAnswer } from '../plugins/contract.ts';
import type { ToolAnswer } from './tool.ts';

export function plainAnswer({ texts, structured, isError }: ToolAnswer): PlainAnswer {
  return { text: texts.join('\n'), data: structured ?? null, isError: isError === true };
}
