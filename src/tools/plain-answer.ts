/** An answer as programs and plugins get it: one text, its data, and whether it failed. */
import type { ToolAnswer as PlainAnswer } from '../plugins/contract.ts';
import type { ToolAnswer } from './tool.ts';

export function plainAnswer({ texts, structured, isError }: ToolAnswer): PlainAnswer {
  return { text: texts.join('\n'), data: structured ?? null, isError: isError === true };
}
