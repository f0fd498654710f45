import { createContext } from 'react';
import type { Partner } from './partners.data.ts';

/** What the cells need of the list around them; columns stand outside of components. */
interface PartnerActions {
  count: number;
  /** Moves the logo at a place to another one, counted from 0. */
  move: (from: number, to: number) => void;
  /** As `move`, and says so: a drag is told by the library that does it. */
  step: (from: number, to: number) => void;
  edit: (partner: Partner) => void;
  askToDelete: (partner: Partner) => void;
}

export const PartnerContext = createContext<PartnerActions>({
  count: 0,
  move: () => {},
  step: () => {},
  edit: () => {},
  askToDelete: () => {},
});
