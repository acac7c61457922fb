/** Names what extraction and tagging give: an index made by another version is read anew. Raise it with every change of their output. */
export const extractionVersion = '46';
