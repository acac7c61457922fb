/** Version of the linker's output. Links of an index with another version are made again. Raise it with every change of that output. */
export const linkingVersion = '38';
