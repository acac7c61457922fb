/** Rules for languages with a C-like syntax. */
import type { LineRule } from '../language.ts';
import { rules } from './text-language.ts';

/**
 * Matches `type name(…)` at the start of a line, where the line ends in or after the parameters, or opens a body. Statements are
 * recognised by their first word, and not matched.
 */
export const cFunction =
  /^(?!\s*(?:return|else|if|for|while|switch|case|do|throw|new|delete|goto|using|typedef|import|assert|await|yield)\b)(?:[\w[<!@][\w\s*&<>,[\]:!@]{0,100}[\s*&])(\w{1,100})(?=\s*\([^;{}]{0,400}$|\s*\([^;]{0,400}\)[^;]{0,80}\{)/;

export const cLikeRules: LineRule[] = [
  ...rules('class', /^\s{0,8}(?:[\w@()]+\s+){0,4}(?:class|struct|union)\s+(\w+)(?=\s*(?:[:({<]|$))/),
  ...rules('interface', /^\s{0,8}(?:\w+\s+){0,3}interface\s+(\w+)/),
  ...rules('enum', /^\s{0,8}(?:\w+\s+){0,3}enum\s+(?:class\s+)?(\w+)/),
  ...rules('macro', /^\s{0,8}#\s*define\s+(\w+)/),
];
