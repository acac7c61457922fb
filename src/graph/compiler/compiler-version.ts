/** The release whose API is used: another one may differ. */
export const compilerVersion = '7.0.2';
