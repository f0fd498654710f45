import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { mentorAccounts } from '#copy/people/mentor-accounts.ts';
import { whileLeaving } from '#features/people/auth/use-log-out.ts';
import { clearAllDrafts } from '#lib/drafts.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { doubtSession } from '#lib/session/session-doubt.ts';
import { toast } from '#lib/toast.ts';
import { isInvitationToken } from '#rules/people/invitation-token.ts';
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation.ts';
import { invitationFailure, invitationQuery, takeInvitation } from './mentor-invitation.data.ts';
import { myMentorQuery } from './my-mentor.data.ts';

/** Where signing in leads back to. The secret stays in this browser: an address may end up in an e-mail. */
export const toLogIn = withReturnUrl(paths.login, paths.mentorInvitation);
export const toSignUp = withReturnUrl(paths.signup, paths.mentorInvitation);

/** What the page of an invitation knows and does. The link's secret leaves the address at once. */
export function useInvitation() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isLoading, isAuthenticated, user } = useSession();
  const userId = isAuthenticated ? (user?.id ?? null) : null;
  const [token] = useState(tokenOfPage);
  const hasLed = useRef(false);

  useEffect(() => {
    if (token) keepInvitation(token, new Date());
    if (location.search) history.replaceState(history.state, '', location.pathname);
  }, [token]);

  const query = invitationQuery(token ?? '', userId);
  const invitation = useQuery({ ...query, enabled: token !== null && !isLoading });
  const refusal = invitation.error && invitationFailure(invitation.error);
  const isOver = refusal?.isFinal === true;
  useEffect(() => {
    if (isOver) forgetInvitation();
  }, [isOver]);

  const goToDashboard = (name: string) => {
    if (hasLed.current) return;
    hasLed.current = true;
    forgetInvitation();
    // The header learns that the account is a mentor's.
    doubtSession();
    if (userId) client.removeQueries({ queryKey: myMentorQuery(userId).queryKey });
    toast.success(mentorAccounts.page.welcome(name), { id: 'mentor-invitation' });
    void navigate(paths.mentorDashboard, { replace: true });
  };

  const accept = useMutation({
    mutationFn: () => takeInvitation(token ?? '', 'accept', true),
    onSuccess: ({ mentor }) => goToDashboard(mentor.name),
    meta: { silent: true },
  });
  const claim = useMutation({
    mutationFn: () => takeInvitation(token ?? '', 'claim', true),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
    meta: { silent: true },
  });
  const leave = useMutation({
    mutationFn: () =>
      whileLeaving(async () => {
        const { logOut } = await import('#features/people/auth/auth.data.ts');
        await logOut();
        client.clear();
        clearAllDrafts();
        // A log-out forgets it; here it is why one leaves.
        if (token) keepInvitation(token, new Date());
        await navigate(toLogIn);
      }),
    meta: { silent: true },
  });
  const failed = [accept, claim, leave].find(({ error }) => error)?.error;
  return {
    hasToken: token !== null,
    email: user?.email ?? '',
    isSignedIn: userId !== null,
    invitation,
    refusal,
    failure: failed && invitationFailure(failed),
    accept,
    claim,
    leave,
    goToDashboard,
  };
}

function tokenOfPage(): string | null {
  const given = new URLSearchParams(location.search).get('token');
  return isInvitationToken(given) ? given : given === null ? keptInvitation(new Date()) : given || null;
}
