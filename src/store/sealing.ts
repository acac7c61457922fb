/** Indexes that leave this machine, and those that come from another. Apart from registry.ts, because few processes need it. */
export { adoptIndex } from './sqlite/file/adopt-index.ts';
export { schemaVersion, sealIndex, type IndexFlavour } from './sqlite/file/seal-index.ts';
