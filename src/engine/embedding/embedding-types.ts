/** How it stands with search by meaning. */
export interface EmbeddingStatus {
  /** What the user set (`embedding.provider`). */
  provider: string;
  /** Names the model that the vectors are by; null before the first. */
  model: string | null;
  /** `working`: vectors are being made; `incomplete`: some are missing and nobody is at work; `unavailable`: they cannot be made, as `note` says. */
  state: 'off' | 'ready' | 'working' | 'incomplete' | 'unavailable';
  /** Files that have vectors, and files that are to have some and have none yet. */
  files: number;
  missing: number;
  /** What went wrong, and what to do; null when nothing did. */
  note: string | null;
}
