/** Written by `npm run gen` from the folders of src/languages; do not edit. */
export const languageIds = [
  'bash',
  'c',
  'cpp',
  'elixir',
  'go',
  'java',
  'kotlin',
  'lua',
  'php',
  'python',
  'ruby',
  'rust',
  'scala',
  'swift',
] as const;
