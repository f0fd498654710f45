import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { mentorReviews as copy } from '#copy/mentors/mentor-reviews.ts';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import { fieldOf } from '#lib/field-of.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { textField } from '#rules/shell/form-fields.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { REPLY_LIMIT } from '../review-schema.ts';
import { type OwnReview, ownReviewsKey, saveReply } from './own-reviews.data.ts';

const replySchema = z.object({ body: textField({ min: 1, max: REPLY_LIMIT }, copy.length) });

/** Writes or changes the one public reply. What was typed stays in this tab until it is saved or given up. */
export function ReplyForm({ mentorId, review, onClose }: { mentorId: string; review: OwnReview; onClose: () => void }) {
  const client = useQueryClient();
  const { form, submit, isBusy, failure, forgetDraft } = useFormMutation({
    schema: replySchema,
    defaultValues: { body: review.reply ?? '' },
    draft: `reply-${review.id}`,
    send: ({ body }) => saveReply(review.id, body),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: ownReviewsKey(mentorId) });
      toast.success(copy.saved);
      onClose();
    },
    say: (error) => refusalSentence(error, copy.failed, copy.refusals),
  });
  useEffect(() => form.setFocus('body'), [form]);
  const count = countCharacters(cleanText(form.watch('body')));
  return (
    <form noValidate className="mt-4 grid gap-3" onSubmit={submit}>
      <TextAreaField
        label={copy.field}
        rows={4}
        hint={copy.everybody}
        counter={{
          text: copy.count(count.toLocaleString('en-IN'), REPLY_LIMIT.toLocaleString('en-IN')),
          isOver: count > REPLY_LIMIT,
        }}
        {...fieldOf(form, 'body')}
      />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy}>
          {copy.save}
        </Button>
        <Button
          variant="secondary"
          disabled={isBusy}
          onClick={() => {
            forgetDraft();
            onClose();
          }}
        >
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
