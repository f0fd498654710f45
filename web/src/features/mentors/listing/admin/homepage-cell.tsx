import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { adminMentors as copy } from '#copy/mentors/admin-mentors.ts';
import { ApiError } from '#lib/api-error.ts';
import { toast } from '#lib/toast.ts';
import { Switch } from '#ui/forms/switch.tsx';
import { type FeaturedMentor, readDisplayOrder } from './display-order.ts';
import { type AdminMentor, featuredQuery, MENTORS_KEY, setDisplayOrder, setFeatured } from './mentors.data.ts';

/** Whether a mentor is on the home page, and in which place. */
export function HomepageCell({ mentor }: { mentor: AdminMentor }) {
  const client = useQueryClient();
  const feature = useMutation({
    mutationFn: (isFeatured: boolean) => setFeatured(mentor.id, isFeatured),
    onSuccess: (_answer, isFeatured) => toast.success(isFeatured ? copy.addedToHomepage : copy.removedFromHomepage),
    onError: (error) => tell(error, copy.featureFailed),
    onSettled: () => client.invalidateQueries({ queryKey: MENTORS_KEY }),
  });
  return (
    <div className="flex min-h-11 items-center gap-3 @max-rows:-mb-1 @rows:min-h-0 @rows:gap-x-2">
      <Switch
        isOn={mentor.isFeatured}
        isBusy={feature.isPending}
        onTurn={(isOn) => feature.mutate(isOn)}
        aria-label={copy.onHomepage(mentor.name)}
      />
      {mentor.isFeatured && <OrderBox key={String(mentor.order)} mentor={mentor} />}
    </div>
  );
}

function orderSchema(mentorId: string, readFeatured: () => readonly FeaturedMentor[] | undefined) {
  return z.object({
    order: z.string().transform((typed, context) => {
      const { order, problem } = readDisplayOrder(typed, mentorId, readFeatured() ?? []);
      if (problem === undefined) return order;
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    }),
  });
}

/** The place, changed with Enter or by leaving the box. What is refused stays in it. */
function OrderBox({ mentor }: { mentor: AdminMentor }) {
  const client = useQueryClient();
  const stored = mentor.order === null ? '' : String(mentor.order);
  const form = useForm({
    resolver: zodResolver(orderSchema(mentor.id, () => client.getQueryData(featuredQuery.queryKey))),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    defaultValues: { order: stored },
  });
  const save = useMutation({
    mutationFn: (order: number | null) => setDisplayOrder(mentor.id, order),
    onSuccess: (_answer, order) =>
      toast.success(
        order === null ? copy.displayOrderCleared(mentor.name) : copy.displayOrderSaved(mentor.name, order),
      ),
    onError: (error) => {
      form.setError('order', {});
      tell(error, copy.displayOrderFailed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: MENTORS_KEY }),
  });

  const commit = () => {
    if (save.isPending || form.getValues('order').trim() === stored) return;
    void form.handleSubmit(
      ({ order }) => save.mutate(order),
      ({ order }) => toast.error(order?.message ?? '', { id: 'display-order' }),
    )();
  };

  return (
    <form
      className="flex shrink-0 items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <span aria-hidden className="shrink-0 text-xs text-muted @rows:hidden @6xl:block">
        {copy.displayOrderShort}
      </span>
      <input
        aria-label={copy.displayOrder(mentor.name)}
        aria-invalid={form.formState.errors.order ? true : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        placeholder="–"
        readOnly={save.isPending}
        {...form.register('order', { onChange: () => form.clearErrors(), onBlur: commit })}
        className={
          'nums h-11 w-12 rounded-control border border-line-strong bg-surface text-center text-base ' +
          'placeholder:text-muted hover:border-muted aria-invalid:border-danger @rows:h-8 @rows:text-sm'
        }
      />
    </form>
  );
}

/** Says why it failed; the gate leads out a person who is no longer an administrator. */
function tell(error: Error, failed: (message: string) => string): void {
  console.warn('The homepage was not changed', error);
  if (error instanceof ApiError) {
    toast.error(error.code === 'invalid' ? error.message : failed(error.message), { id: 'homepage-mentors' });
  }
}
