/** The state of search by meaning. */
export interface EmbeddingStatus {
  /** What the user set (`embedding.provider`). */
  provider: string;
  /** The model that made the vectors; null before the first vector. */
  model: string | null;
  /** `working`: vectors are being made; `incomplete`: some are missing and none are being made; `unavailable`: they cannot be made, `note` says why. */
  state: 'off' | 'ready' | 'working' | 'incomplete' | 'unavailable';
  /** Files that have vectors, and files whose vectors are missing. */
  files: number;
  missing: number;
  /** What went wrong, and what to do; null when nothing did. */
  note: string | null;
}
