/** Modules of Node's that not every start needs, each of which takes one or two milliseconds to load: the first who needs one loads it. */

export const lazyCrypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');
export const lazyZlib = (): typeof import('node:zlib') => process.getBuiltinModule('node:zlib');
export const lazyFiles = (): typeof import('node:fs/promises') => process.getBuiltinModule('node:fs/promises');
