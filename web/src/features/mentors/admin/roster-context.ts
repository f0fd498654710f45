import { createContext, use } from 'react';
import type { FeaturedMentor } from './display-order.ts';
import type { RosterMentor } from './mentors.data.ts';

/** What the cells need of the list around them; columns stand outside of components. */
interface Roster {
  featured: readonly FeaturedMentor[];
  askToDelete: (mentor: RosterMentor) => void;
}

export const RosterContext = createContext<Roster>({ featured: [], askToDelete: () => {} });

export function useRoster(): Roster {
  return use(RosterContext);
}
