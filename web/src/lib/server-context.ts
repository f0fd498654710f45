import { createContext } from 'react-router';
import type { PublicEnv } from './public-env.tsx';

/** The public settings of this installation, given to loaders and to the server render. */
export const publicEnvContext = createContext<PublicEnv>();

/** The fetch that reaches the data API from a loader. */
export const apiFetchContext = createContext<typeof fetch>();
