/** Written by `npm run gen` from the folders of src/languages; do not edit. */
export const languageIds = ['go', 'kotlin', 'php', 'python', 'ruby', 'swift'] as const;
