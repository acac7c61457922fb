/** The value of `project` that stands for all projects of a server, or of a command line, asked together. */
export type AllProjects = '*';
export const allProjects: AllProjects = '*';
