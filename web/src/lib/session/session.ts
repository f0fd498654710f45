import type { Session, User } from '@supabase/supabase-js';
import { createContext, use } from 'react';

/** The person as the interface shows them. */
export interface LocalUser {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  /** False while the profile cannot be read: the other fields then come from the account itself. */
  hasProfile: boolean;
  createdAt: string;
}

/**
 * Why a person may not enter the back office; `ok` when nothing prevents it
 * (docs/product/back-office.md#administrators).
 */
export type AdminState = 'not_admin' | 'code_needed' | 'sign_in_again' | 'set_up_needed' | 'ok';

/** How an account and its session stand, as the database sees them (the RPC `my_account_state`). */
export interface AccountState {
  /** The session is there and complete. */
  isSignedIn: boolean;
  /** The session is there, and its second step is still to come. */
  isCodeNeeded: boolean;
  isTwoStepOn: boolean;
  adminState: AdminState;
  hasPassword: boolean;
  /** The present password is on a list of common ones. */
  mustChangePassword: boolean;
  /** The account is linked to a mentor's profile. */
  isMentor: boolean;
}

export interface SessionState {
  session: Session | null;
  user: User | null;
  localUser: LocalUser | null;
  /** True until the stored session has been read. */
  isLoading: boolean;
  /** The session is there and complete. */
  isAuthenticated: boolean;
  /** Signed in, and the code of two-step sign-in is still to come: everything above is as for a visitor. */
  isCodeNeeded: boolean;
  /** For the interface only: the database decides what an administrator may do. */
  isAdmin: boolean;
  /** As the database sees it; null for a visitor, and where it could not be read. */
  account: AccountState | null;
}

export const SIGNED_OUT: SessionState = {
  session: null,
  user: null,
  localUser: null,
  isLoading: false,
  isAuthenticated: false,
  isCodeNeeded: false,
  isAdmin: false,
  account: null,
};

/** Before the stored session has been read. */
export const SESSION_LOADING: SessionState = { ...SIGNED_OUT, isLoading: true };

const SessionContext = createContext(SESSION_LOADING);

export const SessionContextProvider = SessionContext.Provider;

export function useSession(): SessionState {
  return use(SessionContext);
}
