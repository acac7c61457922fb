/** Styles are bundled into one file; importing one gives nothing. */
declare module '*.css';
