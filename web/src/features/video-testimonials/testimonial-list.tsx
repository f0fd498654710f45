import type { UseQueryResult } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';
import { videoTestimonials as copy } from '#copy/admin/video-testimonials.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { PointMark } from '#ui/point-mark.tsx';
import { TestimonialCard } from './testimonial-card.tsx';
import type { Testimonial } from './video-testimonials.data.ts';

const GRID = 'grid gap-4 @2xl:grid-cols-2';

/** The list "Manage Testimonials" (administrator side, section 2). */
export function TestimonialList({
  list,
  headingRef,
  openId,
  isLocked,
  onEdit,
  onDelete,
}: {
  list: UseQueryResult<Testimonial[]>;
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** Of the testimonial that is in the form. */
  openId: string | null;
  isLocked: boolean;
  onEdit: (testimonial: Testimonial) => void;
  onDelete: (testimonial: Testimonial) => void;
}) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} aria-busy={list.isPending} className="@container mt-10">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h3 id={headingId} ref={headingRef} tabIndex={-1} className="text-lg outline-none">
          {copy.manage}{' '}
          {list.data && (
            <span className="nums ml-1 font-sans text-base font-normal text-muted">
              {copy.count(list.data.length)}
            </span>
          )}
        </h3>
        <RefreshButton
          label={copy.refresh}
          isBusy={list.isFetching && !list.isPending}
          onRefresh={list.refetch}
        />
      </div>
      <Rows list={list} {...{ openId, isLocked, onEdit, onDelete }} />
    </section>
  );
}

function Rows({
  list,
  openId,
  ...actions
}: Pick<Parameters<typeof TestimonialList>[0], 'list' | 'openId' | 'isLocked' | 'onEdit' | 'onDelete'>) {
  if (list.isPending) return <Skeleton />;
  if (!list.data) {
    return (
      <Card role="alert" className="px-5 py-10 text-center">
        <p className="mb-4 font-semibold">{copy.loadFailed}</p>
        <Button variant="secondary" size="sm" onClick={() => void list.refetch()}>
          {copy.tryAgain}
        </Button>
      </Card>
    );
  }
  if (list.data.length === 0) {
    return (
      <Card className="px-5 py-10 text-center">
        <PointMark className="mx-auto mb-5 size-20" />
        <p>{copy.empty}</p>
      </Card>
    );
  }
  const { isLocked, onEdit, onDelete } = actions;
  return (
    <ul className={GRID}>
      {list.data.map((testimonial) => (
        <li key={testimonial.id} className="min-w-0">
          <TestimonialCard
            testimonial={testimonial}
            isOpen={testimonial.id === openId}
            isLocked={isLocked}
            onEdit={() => onEdit(testimonial)}
            onDelete={() => onDelete(testimonial)}
          />
        </li>
      ))}
    </ul>
  );
}

function Skeleton() {
  return (
    <div aria-hidden className={GRID}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Card key={key} className="flex gap-4 p-4">
          <div className="skeleton aspect-9/16 w-20 rounded-control" />
          <div className="flex flex-1 gap-3">
            <div className="skeleton size-10 rounded-full" />
            <div className="flex-1">
              <div className="skeleton h-5 w-2/5" />
              <div className="skeleton mt-2 h-4 w-3/5" />
            </div>
          </div>
        </Card>
      ))}
    </div>
  );
}
