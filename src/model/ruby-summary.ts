/** Names in summaries of Ruby files that no source can contain. */

/** Ruby: the member of a class whose call gives what a factory of that name makes, where there is such a class: nothing else has the name. */
export const madeByFactory = 'made by factory';

/**
 * Ruby: the class that a file declares for the whole program when it mixes modules into every object (`include A` at its top). Each file
 * has it among its strings.
 */
export const mainObject = 'main object';
