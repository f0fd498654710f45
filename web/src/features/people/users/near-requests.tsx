import { Link } from 'react-router';
import { personCopy as copy } from '#copy/people/person.ts';
import { officePaths } from '#lib/office-paths.ts';
import { formatDateShort } from '#rules/shell/ist.ts';
import { Alert } from '#ui/messages/alert.tsx';

/** On Overview: requests about personal data whose answer is due within a week, or late. */
export function NearRequests({ requests }: { requests: { user_id: string; kind: string; answer_by: string }[] }) {
  return (
    <Alert tone="accent" title={copy.near(requests.length)}>
      {requests.map(({ user_id, kind, answer_by }, place) => (
        <Link
          // biome-ignore lint/suspicious/noArrayIndexKey: a person may ask the same twice on one day.
          key={place}
          to={officePaths.person(user_id)}
          className="tap-line nums mr-5 underline underline-offset-4 max-sm:block"
        >
          {copy.nearOne(copy.kinds[kind] ?? kind, formatDateShort(answer_by))}
        </Link>
      ))}
    </Alert>
  );
}
