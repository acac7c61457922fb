/** A small language: recipes, with steps that use other recipes. A function reads it line by line. */
import type { ExtractedComment, ExtractedDefinition, ExtractedReference, PluginLanguage } from 'code-scout-mcp';

export const recipe: PluginLanguage = {
  id: 'recipe',
  name: 'Recipe',
  extensions: ['.recipe'],
  keywords: ['recipe', 'use'],
  extract({ text }) {
    const definitions: ExtractedDefinition[] = [];
    const references: ExtractedReference[] = [];
    const comments: ExtractedComment[] = [];
    for (const [index, line] of text.split('\n').entries()) {
      const number = index + 1;
      const open = definitions.at(-1);
      const named = /^recipe (\w+)/.exec(line)?.[1];
      const used = /^\s+use (\w+)/.exec(line)?.[1];
      const comment = /^\s*# ?(.*)/.exec(line)?.[1];
      if (named !== undefined) definitions.push({ name: named, kind: 'function', line: number, endLine: number });
      else if (open !== undefined && line.trim() !== '') open.endLine = number;
      if (used !== undefined) references.push({ name: used, kind: 'call', line: number });
      if (comment !== undefined) comments.push({ text: comment, line: number });
    }
    return { definitions, references, comments };
  },
};
