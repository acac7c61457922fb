/** Node modules that not every start needs, and which take one or two milliseconds to load. Each is loaded at first use. */

export const lazyCrypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');
export const lazyZlib = (): typeof import('node:zlib') => process.getBuiltinModule('node:zlib');
export const lazyFiles = (): typeof import('node:fs/promises') => process.getBuiltinModule('node:fs/promises');
