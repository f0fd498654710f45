import { createContext, use } from 'react';
import type { FeaturedMentor } from './display-order.ts';
import type { AdminMentor } from './mentors.data.ts';

/** What the cells need of the list around them; columns stand outside of components. */
interface MentorList {
  featured: readonly FeaturedMentor[];
  askToDelete: (mentor: AdminMentor) => void;
}

export const MentorsContext = createContext<MentorList>({ featured: [], askToDelete: () => {} });

export function useMentorList(): MentorList {
  return use(MentorsContext);
}
