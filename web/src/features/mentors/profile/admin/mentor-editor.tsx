import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { mentorEditor as copy } from '#copy/mentors/editor.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { editedMentorQuery } from './mentor-editor.data.ts';
import { MentorFormView } from './mentor-form.tsx';
import { MentorMissing } from './mentor-missing.tsx';

interface EditorProps {
  userId: string;
  /** The session has ended; leads to the login. */
  onExpired: () => void;
}

/** The editor of one mentor. */
export function MentorEditor({ id, children, ...props }: EditorProps & { id: string; children?: ReactNode }) {
  const mentor = useQuery(editedMentorQuery(id));
  if (mentor.isPending) return <AppLoading message={copy.loading} />;
  if (mentor.data) {
    return (
      <>
        <MentorFormView id={id} opened={mentor.data} {...props} />
        {children}
      </>
    );
  }
  return (
    <MentorMissing
      id={id}
      sentence={mentor.isError ? copy.missing.failed : copy.missing.notFound}
      isRetrying={mentor.isFetching}
      {...(mentor.isError && { onRetry: () => void mentor.refetch() })}
    />
  );
}

/** The editor of a new mentor. */
export function NewMentor(props: EditorProps) {
  // Chosen here: saved twice because an answer was lost, it is still one mentor.
  const [id] = useState(() => crypto.randomUUID());
  return <MentorFormView id={id} opened={null} {...props} />;
}
