import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { mentorReviews as copy } from '#copy/mentors/mentor-reviews.ts';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import { fieldOf } from '#lib/field-of.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { isOfLength } from '#rules/shell/form-fields.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { REPORT_LENGTH } from '../review-schema.ts';
import { type OwnReview, ownReviewsKey, REPORT_REASONS, reportReview } from './own-reviews.data.ts';

const reportSchema = z
  .object({ reason: z.enum(REPORT_REASONS, copy.chooseReason), text: z.string().transform(cleanText) })
  .refine(({ reason, text }) => reason !== 'other' || isOfLength(text, REPORT_LENGTH), {
    path: ['text'],
    message: copy.textLength,
  });

/** Asks our team to look at a review. It stays public until they have decided. */
export function ReportDialog({ mentorId, review, ...dialog }: { mentorId: string; review: OwnReview } & DialogOpening) {
  const client = useQueryClient();
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: reportSchema,
    defaultValues: { text: '' },
    draft: `report-${review.id}`,
    send: ({ reason, text }) => reportReview(review.id, reason, text),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: ownReviewsKey(mentorId) });
      toast.success(copy.sent);
      dialog.onClose();
    },
    say: (error) => refusalSentence(error, copy.failed, copy.refusals),
  });
  const { reason, text } = form.watch();
  const { errors, isSubmitted } = form.formState;
  const count = countCharacters(cleanText(text));
  const unsaid = errors.reason?.message ?? failure;
  return (
    <FormDialog
      {...dialog}
      placement="bottom"
      title={copy.report}
      description={copy.reportHint}
      labels={{ keep: copy.cancel, submit: copy.send }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <Choices
        legend={copy.reason}
        choices={REPORT_REASONS.map((value) => ({ value, label: copy.reasons[value] }))}
        chosen={reason ?? null}
        onChoose={(value) => form.setValue('reason', value, { shouldValidate: isSubmitted })}
      />
      {reason === 'other' && (
        <TextAreaField
          label={copy.text}
          rows={3}
          counter={{ text: copy.count(String(count), String(REPORT_LENGTH.max)), isOver: count > REPORT_LENGTH.max }}
          {...fieldOf(form, 'text')}
        />
      )}
      {unsaid && <Alert tone="danger">{unsaid}</Alert>}
    </FormDialog>
  );
}
