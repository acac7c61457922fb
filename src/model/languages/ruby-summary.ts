/** Names in the summaries of Ruby files. No source file can contain them. */

/** The name of a pseudo member. The call of a factory (`create(:user)`) is written as a call of this member on the class of that name (`User`). */
export const madeByFactory = 'made by factory';

/**
 * The name of the class that a file declares for the whole program if it mixes modules into every object (`include A` at its top). Each file has this
 * name among its strings.
 */
export const mainObject = 'main object';
