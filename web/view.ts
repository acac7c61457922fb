/** What a view of the page is. */
import type { FunctionComponent } from 'preact';
import type { Route } from './route.ts';

export interface ViewProps {
  parameters: Route['parameters'];
  /** For a view of a subject: whether it is pinned, and what changes that. */
  pin: { isPinned: boolean; togglePin(): void } | null;
}

export interface View {
  /** The first part of its URLs. */
  name: string;
  /** Its name in the navigation; null for a view that has no state without a subject. */
  label: string | null;
  /** What one does with it, in a few words, for the first page; absent where it has no label. */
  about?: string;
  /** The title of a state: of the window, and in the trail. */
  title: (parameters: Route['parameters']) => string;
  component: FunctionComponent<ViewProps>;
  /** Whether its states are things that the trail remembers. */
  isSubject?: boolean;
}
