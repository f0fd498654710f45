import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { mentorReviews as copy } from '#copy/mentor-reviews.ts';
import { refusalSentence } from '#features/mentor-accounts/mentor-call.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { cleanText, countCharacters } from '#rules/text.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { REPLY_LIMIT } from '../review-schema.ts';
import { type OwnReview, ownReviewsKey, saveReply } from './own-reviews.data.ts';

/** Writes or changes the one public reply. What was typed stays in this tab until it is saved or given up. */
export function ReplyForm({ mentorId, review, onClose }: { mentorId: string; review: OwnReview; onClose: () => void }) {
  const client = useQueryClient();
  const { localUser } = useSession();
  const userId = localUser?.id ?? '';
  const draftName = `reply-${review.id}`;
  const [typed, setTyped] = useState(() => readDraft(draftName, userId).body ?? review.reply ?? '');
  const [isTried, setIsTried] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const count = countCharacters(cleanText(typed));
  const isFit = count > 0 && count <= REPLY_LIMIT;
  useEffect(() => place.current?.querySelector('textarea')?.focus(), []);

  const save = useMutation({
    networkMode: 'always',
    mutationFn: () => saveReply(review.id, cleanText(typed)),
    onSuccess: async () => {
      clearDraft(draftName, userId);
      await client.invalidateQueries({ queryKey: ownReviewsKey(mentorId) });
      toast.success(copy.saved);
      onClose();
    },
    onError: (error) => console.warn('The reply was not saved', error),
  });
  return (
    <form
      ref={place}
      noValidate
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (isFit && !save.isPending) save.mutate();
      }}
    >
      <TextAreaField
        label={copy.field}
        rows={4}
        value={typed}
        error={isTried && !isFit ? copy.length : undefined}
        hint={copy.everybody}
        counter={{
          text: copy.count(count.toLocaleString('en-IN'), REPLY_LIMIT.toLocaleString('en-IN')),
          isOver: count > REPLY_LIMIT,
        }}
        onChange={({ target }) => {
          setTyped(target.value);
          saveDraft(draftName, userId, { body: target.value });
        }}
      />
      {save.error && <Alert tone="danger">{refusalSentence(save.error, copy.failed, copy.refusals)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={save.isPending}>
          {copy.save}
        </Button>
        <Button
          variant="secondary"
          disabled={save.isPending}
          onClick={() => {
            clearDraft(draftName, userId);
            onClose();
          }}
        >
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
