import { join } from 'node:path';
import { describeStore } from '../testing/conformance.ts';
import { openStore } from '../registry.ts';

describeStore('SQLite in a file', (directory) => openStore({ path: join(directory, '.code-scout', 'database.db') }), {
  histories: 12,
});
describeStore('SQLite in memory', () => openStore({ path: ':memory:' }), { persistent: false, histories: 60 });
