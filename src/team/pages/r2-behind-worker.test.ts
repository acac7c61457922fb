/** R2 of miniflare, behind a Worker, passes the suite of page stores, in a file of its own: its program does not run everywhere (Wine). */
import { describePageStore } from './conformance-pages.ts';
import { HttpStore } from './http-store.ts';
import { startMiniflare } from './testing/s3-servers.ts';

describePageStore(
  'R2 of miniflare behind a Worker',
  async () => {
    const { url, close } = await startMiniflare();
    const store = new HttpStore(url, null);
    return { store, writer: store, close, putStranger: null };
  },
  { missing: null, isWritable: true },
);
