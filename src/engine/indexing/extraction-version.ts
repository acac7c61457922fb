/** Version of the output of extraction and tagging. Files of an index with another version are read again. Raise it with every change of that output. */
export const extractionVersion = '55';
