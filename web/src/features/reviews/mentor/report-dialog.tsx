import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mentorReviews as copy } from '#copy/mentor-reviews.ts';
import { refusalSentence } from '#features/mentor-accounts/mentor-call.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { cleanText, countCharacters } from '#rules/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { REPORT_LENGTH } from '../review-schema.ts';
import { type OwnReview, ownReviewsKey, REPORT_REASONS, type ReportReason, reportReview } from './own-reviews.data.ts';

/** Asks our team to look at a review. It stays public until they have decided. */
export function ReportDialog({ mentorId, review, ...dialog }: { mentorId: string; review: OwnReview } & DialogOpening) {
  const client = useQueryClient();
  // A new log-in in between loses nothing that was typed.
  const draft = `report-${review.id}`;
  const { localUser } = useSession();
  const userId = localUser?.id ?? '';
  const [kept] = useState(() => readDraft(draft, userId));
  const [reason, setReason] = useState<ReportReason | null>(kept.text === undefined ? null : 'other');
  const [text, setText] = useState(kept.text ?? '');
  const [isTried, setIsTried] = useState(false);
  const count = countCharacters(cleanText(text));
  const needsText = reason === 'other' && (count < REPORT_LENGTH.min || count > REPORT_LENGTH.max);
  const send = useMutation({
    networkMode: 'always',
    mutationFn: (chosen: ReportReason) => reportReview(review.id, chosen, cleanText(text)),
    onSuccess: async () => {
      clearDraft(draft, userId);
      await client.invalidateQueries({ queryKey: ownReviewsKey(mentorId) });
      toast.success(copy.sent);
      dialog.onClose();
    },
    onError: (error) => console.warn('The review was not reported', error),
  });
  return (
    <FormDialog
      {...dialog}
      placement="bottom"
      title={copy.report}
      description={copy.reportHint}
      labels={{ keep: copy.cancel, submit: copy.send }}
      isBusy={send.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (reason !== null && !needsText) send.mutate(reason);
      }}
    >
      <Choices
        legend={copy.reason}
        choices={REPORT_REASONS.map((value) => ({ value, label: copy.reasons[value] }))}
        chosen={reason}
        onChoose={setReason}
      />
      {reason === 'other' && (
        <TextAreaField
          label={copy.text}
          rows={3}
          value={text}
          error={isTried && needsText ? copy.textLength : undefined}
          counter={{ text: copy.count(String(count), String(REPORT_LENGTH.max)), isOver: count > REPORT_LENGTH.max }}
          onChange={({ target }) => {
            setText(target.value);
            saveDraft(draft, userId, { text: target.value });
          }}
        />
      )}
      {isTried && reason === null && <Alert tone="danger">{copy.chooseReason}</Alert>}
      {send.error && <Alert tone="danger">{refusalSentence(send.error, copy.failed, copy.refusals)}</Alert>}
    </FormDialog>
  );
}
