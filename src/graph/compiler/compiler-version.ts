/** The release whose answers are read: another may speak otherwise. */
export const compilerVersion = '7.0.2';
