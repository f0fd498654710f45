import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { listLabels } from '#copy/admin/table.ts';
import { videoTestimonials as copy } from '#copy/admin/video-testimonials.ts';
import { AdminList } from '#ui/data-table/admin-list.tsx';
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
  return (
    <div className="mt-10">
      <AdminList
        labels={listLabels}
        title={copy.manage}
        query={list}
        header={{
          count: list.data && copy.count(list.data.length),
          level: 3,
          headingRef,
          refreshLabel: copy.refresh,
        }}
        layout={{
          gridColumns: '@2xl:grid-cols-2',
          card: (testimonial) => (
            <TestimonialCard
              testimonial={testimonial}
              isOpen={testimonial.id === openId}
              isLocked={isLocked}
              onEdit={() => onEdit(testimonial)}
              onDelete={() => onDelete(testimonial)}
            />
          ),
          skeleton: <TestimonialCardSkeleton />,
          skeletonCards: 4,
        }}
        keepsRowsOnFailure
        failure={copy.loadFailed}
        empty={{ text: copy.empty }}
      />
    </div>
  );
}
