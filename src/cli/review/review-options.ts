/** What the options of `review` may be. Apart from the modules that use them, because every command line reads the options of all commands. */

export const reviewFormats = ['text', 'markdown', 'sarif'] as const;
export type ReviewFormat = (typeof reviewFormats)[number];

/** The hosts that take the review as a comment, with their names. */
export const commentHosts = { github: 'GitHub', gitlab: 'GitLab' } as const;
export type CommentHost = keyof typeof commentHosts;
