/** The part of the explorer's contract about the structure of a project: its map, its paths, what a change reaches, its state. */

/** Question -> its parameters, and its answer. */
export interface StructureQuestions {}
