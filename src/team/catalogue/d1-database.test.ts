/** D1 of miniflare passes the suite of catalogues, in a file of its own: its program does not run everywhere (Wine). */
import { describeCatalogue } from './testing/conformance.ts';
import { D1Database } from './d1-database.ts';
import { startD1 } from './testing/miniflare-d1.ts';

describeCatalogue(
  'D1 of miniflare',
  async () => {
    const server = await startD1(3);
    let used = 0;
    return {
      connect: async () => new D1Database(server.binding(0), 'suite'),
      connectEmpty: async () => new D1Database(server.binding(++used), 'empty'),
      close: () => server.close(),
    };
  },
  { missing: null, atOnce: 4, histories: 5 },
);
