/** Names in summaries of Ruby files that no source can contain. */

/** Ruby: a pseudo member. The call of a factory (`create(:user)`) is written as a call of it on the class of that name (`User`). */
export const madeByFactory = 'made by factory';

/**
 * Ruby: the class that a file declares for the whole program when it mixes modules into every object (`include A` at its top). Each file
 * has it among its strings.
 */
export const mainObject = 'main object';
