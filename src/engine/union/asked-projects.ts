/** Which of several projects have answered a question. */
export interface AskedProjects {
  /** By name, in the order of the projects; paths of the answer begin with the name. `root`: absolute. */
  asked: readonly { project: string; root: string }[];
  /** The others, and why they could not be asked: they have no index, or it cannot be opened. */
  notAsked: readonly { project: string; reason: string }[];
}
