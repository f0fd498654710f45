import { createContext } from 'react';
import type { Partner } from './partners.data.ts';

/** What the cells need of the list around them; columns stand outside of components. */
interface PartnerActions {
  edit: (partner: Partner) => void;
  askToDelete: (partner: Partner) => void;
}

export const PartnerContext = createContext<PartnerActions>({ edit: () => {}, askToDelete: () => {} });
