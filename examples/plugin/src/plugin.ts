import { definePlugin } from 'code-scout-mcp';
import { letterPairs } from './letter-pairs.ts';
import { recipe } from './recipe.ts';
import { todoOwners } from './todo-owners.ts';

export default definePlugin({
  name: 'example',
  version: '1.0.0',
  tools: [todoOwners],
  languages: [recipe],
  embedders: [letterPairs],
});
