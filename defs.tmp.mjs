import { openStore } from './src/store/registry.ts';
const store = await openStore({ path: process.argv[2] });
const { files } = await store.listFiles({ offset: 0, limit: 1e6 });
for (const { id, path } of files) for (const [, defs] of await store.definitions([id])) for (const d of defs) console.log(`${path}:${d.startLine} ${d.kind} ${d.container ?? ''} ${d.name} ${(d.signature ?? '').slice(0, 90)}`);
await store.close();
