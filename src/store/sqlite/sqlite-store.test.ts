import { join } from 'node:path';
import { describeStore } from '../testing/conformance.ts';

describeStore('SQLite in a file', (directory) => ({ file: join(directory, '.code-scout', 'database.db') }), {
  histories: 12,
});
describeStore('SQLite in memory', () => ({ memory: true }), { persistent: false, histories: 60 });
