/** The only release that is used: the compiler's API is unstable and may differ in another release. */
export const compilerVersion = '7.0.2';
