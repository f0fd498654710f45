import { useQuery } from '@tanstack/react-query';
import { mailAwayCopy } from '#copy/people/mail-away.ts';
import { Alert } from '#ui/messages/alert.tsx';
import { mailAwayQuery } from './mail-away.data.ts';

/** Says that the e-mail was not sent yet, while the mail server is away. */
export function MailAway() {
  const { data: isAway } = useQuery(mailAwayQuery);
  return (
    <div role="status" className="mt-4 empty:hidden">
      {isAway && <Alert tone="accent">{mailAwayCopy}</Alert>}
    </div>
  );
}
