import { Ellipsis } from 'lucide-react';
import { mentorSessions as copy } from '#copy/sessions/mentor-sessions.ts';
import { timeProposals } from '#copy/sessions/requests.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { canMentorCancel, canProposeTimes, canReportAbsence } from '#rules/sessions/mentor-session.ts';
import { Button } from '#ui/button.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { Menu, MenuAction } from '#ui/menu.tsx';
import type { MentorSession } from './mentor-sessions.data.ts';

const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog));
const ProposeDialog = lazyPart(() =>
  import('#features/sessions/time-proposals/propose-dialog.tsx').then((module) => module.ProposeDialog),
);
const AbsenceDialog = lazyPart(() => import('./absence-dialog.tsx').then((module) => module.AbsenceDialog));

export type SessionAct = 'cancel' | 'absence' | 'propose';
export type OpenSessionDialog = (act: SessionAct, session: MentorSession) => void;

interface ActionsProps {
  session: MentorSession;
  now: Date;
  onOpen: OpenSessionDialog;
  /** In a list most stand behind one button. */
  look?: 'menu' | 'buttons';
}

/** What a mentor may do with a session now: nothing is shown where there is nothing to do. */
export function SessionActions({ session, now, onOpen, look = 'menu' }: ActionsProps) {
  const founder = session.founder_name ?? copy.aFounder;
  const act = (name: SessionAct, label: string, variant: 'secondary' | 'danger' = 'secondary') => (
    <Button key={name} variant={variant} size="sm" aria-haspopup="dialog" onClick={() => onOpen(name, session)}>
      {label}
      <span className="sr-only">{copy.withFounder(founder)}</span>
    </Button>
  );
  if (canReportAbsence(session, now)) return act('absence', copy.absence.action);
  if (!canMentorCancel(session, now)) return null;
  const canPropose = canProposeTimes(session, now);
  if (look === 'buttons') {
    return (
      <>
        {canPropose && act('propose', timeProposals.propose.title)}
        {act('cancel', copy.cancel.action, 'danger')}
      </>
    );
  }
  return (
    <span className="flex">
      <Menu
        label={copy.actions(founder)}
        className="w-11 justify-center px-0"
        trigger={<Ellipsis aria-hidden="true" className="size-5!" />}
      >
        {canPropose && (
          <MenuAction onSelect={() => onOpen('propose', session)}>{timeProposals.propose.title}</MenuAction>
        )}
        <MenuAction onSelect={() => onOpen('cancel', session)}>
          <span className="text-danger">{copy.cancel.action}</span>
        </MenuAction>
      </Menu>
    </span>
  );
}

type DialogMentor = Pick<MyMentor, 'time_zone' | 'min_notice_minutes' | 'listing_state'>;

/** The dialogs of these actions, and what opens them. */
export function useSessionDialogs(mentor: DialogMentor) {
  const { opened, open, heading, dialog } = useOpened<{ act: SessionAct; session: MentorSession }>();
  const onOpen: OpenSessionDialog = (act, session) => open({ act, session });
  return {
    /** Missing for a mentor who has left, who only reads. */
    onOpen: mentor.listing_state === 'left' ? undefined : onOpen,
    heading,
    dialogs: opened && <SessionDialog {...opened} key={opened.turn} mentor={mentor} {...dialog} />,
  };
}

function SessionDialog({
  act,
  session,
  mentor,
  ...dialog
}: { act: SessionAct; session: MentorSession; mentor: DialogMentor } & DialogOpening) {
  if (act === 'propose') return <ProposeDialog booking={{ ...session, ...mentor }} {...dialog} />;
  const Dialog = act === 'cancel' ? CancelDialog : AbsenceDialog;
  return <Dialog session={session} zone={mentor.time_zone} {...dialog} />;
}
