/** Names what linking gives: links made by another version are made anew. Raise it with every change of their output. */
export const linkingVersion = '29';
