/** Of a rescan for which nothing speaks but that the last one is long ago. */
export const routineReason = 'reconciliation';
