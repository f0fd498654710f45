import { useQuery } from '@tanstack/react-query';
import { profileChangesQuery } from './profile-changes.data.ts';

/** How many changes wait, in parentheses behind the view's name. */
export function ChangesCount() {
  const { data } = useQuery(profileChangesQuery);
  return data && data.length > 0 ? <span className="nums whitespace-pre">{` (${data.length})`}</span> : null;
}
