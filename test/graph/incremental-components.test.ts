/**
 * Links after any history of edits equal those of a new index: components, whose scripts are TypeScript and JavaScript.
 */
import { describe, expect, it } from 'vitest';
import { linkCount, playHistories, type Family } from './link-histories.ts';

const components: Family = {
  places: ['ui/Moved.vue', 'ui/lib/index.svelte', 'ui/Card.svelte', 'ui/deep/App.vue'],
  variants: {
    'package.json': ['{"name":"ui"}', null],
    'ui/store.ts': [
      'export class Store { count(): number { return 1; } }\nexport function load() { return new Store(); }\nexport function keep(n: number) { return n; }\n',
      'export const load = () => ({ count() { return 2; } });\nexport { default as Card } from "./Card.vue";\n',
      null,
    ],
    'ui/Card.vue': [
      '<template><b @click="keep(1)">{{ label }}</b></template>\n<script setup lang="ts">\nimport { keep } from "./store";\nconst label = "x";\n</script>\n',
      '<template><b @click="go">{{ shown() }}</b></template>\n<script>\nimport { keep } from "./store";\nexport default { methods: { go() { keep(2); } }, computed: { shown() { return 1; } } };\n</script>\n',
      '<template><b v-if="a b"/></template>\n<script>\nexport const keep = 1;\nexport default class Card {}\n</script>\n',
      '<template><b/></template>\n',
      null,
    ],
    'ui/App.vue': [
      '<template>\n  <Card v-for="n in store.count()" @pick="pick(n)" /><Auto/>\n</template>\n<script setup lang="ts">\nimport Card from "./Card.vue";\nimport { load, keep } from "./store";\nconst store = load();\nfunction pick(n: number) { keep(n); }\n</script>\n',
      '<template><card/></template>\n<script>\nimport { Card, load } from "./store";\nimport { defineComponent } from "vue";\nexport default defineComponent({ components: { Card }, data() { return { s: load() }; } });\n</script>\n',
    ],
    'ui/Page.svelte': [
      '<script>\nimport App from "./App.vue";\nimport { keep, load } from "./store";\nconst store = load();\n</script>\n<App on:x={keep} />{#if keep(3)}{store.count()}{/if}\n',
      '<script lang="ts">\nimport Card from "./Card.vue";\nexport let pick: () => void;\n</script>\n<Card/>{pick()}\n',
      null,
    ],
    'ui/main.ts': [
      'import App from "./App.vue";\nimport Page from "./Page.svelte";\nimport { keep } from "./store";\nkeep(4);\nmount(App, Page);\n',
      'import App, { keep } from "./Card.vue";\nnew App();\nkeep;\n',
    ],
    'ui/Auto.vue': [null, '<template><b/></template>\n<script setup>const own = 1;</script>\n'],
  },
};

describe('links after edits of components', () => {
  it('equal those of a new index', { timeout: 600_000 }, async () => {
    await expect(playHistories(components, 12)).resolves.toBeUndefined();
  });

  it('have enough links to compare', async () => expect(await linkCount(components)).toBeGreaterThan(8));
});
