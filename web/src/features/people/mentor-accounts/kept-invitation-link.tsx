import { ArrowRight, Mail } from 'lucide-react';
import { Link } from 'react-router';
import { mentorAccounts } from '#copy/people/mentor-accounts.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { Alert } from '#ui/messages/alert.tsx';
import { keptInvitation } from './kept-invitation.ts';

const { continue: copy } = mentorAccounts;

/** The way on for a person who made an account out of an invitation, and came back by the confirmation's link. */
export function KeptInvitationLink() {
  const { account } = useSession();
  if (account?.isMentor || keptInvitation(new Date()) === null) return null;
  return (
    <section aria-label={copy.label} className="mb-6">
      <Alert tone="accent" icon={<Mail aria-hidden="true" />}>
        <p className="font-medium">{copy.hint}</p>
        <Link
          to={paths.mentorInvitation}
          className={
            'tap-line inline-flex items-center gap-1.5 font-semibold text-accent-text underline underline-offset-4'
          }
        >
          {copy.action}
          <ArrowRight className="size-4" aria-hidden="true" />
        </Link>
      </Alert>
    </section>
  );
}
