import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { videoTestimonials as copy } from '#copy/admin/video-testimonials.ts';
import { CardGrid } from '#ui/data-table/card-grid.tsx';
import { NothingListed } from '#ui/data-table/empty-state.tsx';
import { ListHead } from '#ui/data-table/list-header.tsx';
import { KeyedList } from '#ui/data-table/shortcut-list.tsx';
import { TestimonialCard, TestimonialCardSkeleton } from './testimonial-card.tsx';
import type { Testimonial } from './video-testimonials.data.ts';

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
  const { data, isPending, isFetching, refetch } = list;
  return (
    <div className="mt-10">
      <KeyedList words={shortcuts}>
        <ListHead
          title={copy.manage}
          count={data && copy.count(data.length)}
          level={3}
          headingRef={headingRef}
          refresh={{ label: copy.refresh, isBusy: isFetching && !isPending, onRefresh: refetch }}
        />
        <CardGrid
          label={copy.manage}
          words={tableCopy}
          columns="@2xl:grid-cols-2"
          rows={data ?? []}
          rowId={({ id }) => id}
          card={(testimonial) => (
            <TestimonialCard
              testimonial={testimonial}
              isOpen={testimonial.id === openId}
              isLocked={isLocked}
              onEdit={() => onEdit(testimonial)}
              onDelete={() => onDelete(testimonial)}
            />
          )}
          skeleton={<TestimonialCardSkeleton />}
          skeletonCards={4}
          state={isPending ? 'loading' : data ? 'ready' : 'failed'}
          failure={copy.loadFailed}
          onRetry={() => void refetch()}
          empty={<NothingListed text={copy.empty} />}
        />
      </KeyedList>
    </div>
  );
}
