/** Written by `npm run gen` from src/languages; do not edit. */
export const languageIds = ['python'] as const;
