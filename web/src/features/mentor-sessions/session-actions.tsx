import { Ellipsis } from 'lucide-react';
import { mentorSessions as copy } from '#copy/mentor-sessions.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { canMentorCancel, canReportAbsence } from '#rules/mentor-session.ts';
import { Button } from '#ui/button.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { Menu, MenuAction } from '#ui/menu.tsx';
import type { MentorSession } from './mentor-sessions.data.ts';

const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog));
const AbsenceDialog = lazyPart(() => import('./absence-dialog.tsx').then((module) => module.AbsenceDialog));

export type SessionAct = 'cancel' | 'absence';
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
  if (look === 'buttons') return act('cancel', copy.cancel.action, 'danger');
  return (
    <div>
      <Menu
        label={copy.actions(founder)}
        className="w-11 justify-center px-0"
        trigger={<Ellipsis aria-hidden="true" className="size-5!" />}
      >
        <MenuAction onSelect={() => onOpen('cancel', session)}>
          <span className="text-danger">{copy.cancel.action}</span>
        </MenuAction>
      </Menu>
    </div>
  );
}

/** The dialogs of these actions, and what opens them. */
export function useSessionDialogs(zone: string) {
  const { opened, open, heading, dialog } = useOpened<{ act: SessionAct; session: MentorSession }>();
  const onOpen: OpenSessionDialog = (act, session) => open({ act, session });
  return {
    onOpen,
    heading,
    dialogs: opened && <SessionDialog {...opened} key={opened.turn} zone={zone} {...dialog} />,
  };
}

function SessionDialog({ act, ...props }: { act: SessionAct; session: MentorSession; zone: string } & DialogOpening) {
  return act === 'cancel' ? <CancelDialog {...props} /> : <AbsenceDialog {...props} />;
}
