/** Names in the link facts of Ruby that nobody can write. */

/** Ruby: the member of a class whose call gives what a factory of that name makes, where there is such a class: nothing else has the name. */
export const madeByFactory = 'made by factory';

/**
 * Ruby: the class that a file declares for the program where it mixes modules into every object (`include A` at its top). Each file has it among
 * its strings.
 */
export const mainObject = 'main object';
