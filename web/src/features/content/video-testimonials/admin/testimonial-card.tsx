import { ExternalLink, Film, Star, UserRound } from 'lucide-react';
import { useState } from 'react';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { cn } from '#lib/class-names.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonAnchor } from '#ui/button.tsx';
import type { Testimonial } from './video-testimonials.data.ts';

/** The id of the button that opens a testimonial in the form. */
export const editButtonId = (testimonialId: string) => `edit-testimonial-${testimonialId}`;

/** The smaller one of a picture that the server stored in two widths; any other address as it is. */
function small(address: string): string {
  return address
    .replace(/(\/thumbnail-\d{13}-[^/]*)-720\.webp$/, '$1-360.webp')
    .replace(/(\/profile-\d{13}-[^/]*)-320\.webp$/, '$1-160.webp');
}

/** One testimonial of the list. */
export function TestimonialCard({
  testimonial,
  isOpen,
  isLocked,
  onEdit,
  onDelete,
}: {
  testimonial: Testimonial;
  /** It is in the form. */
  isOpen: boolean;
  /** Something is being saved: the form cannot take another one. */
  isLocked: boolean;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { id, name, role, company, video_url, is_featured } = testimonial;
  return (
    <div className={cn('@container h-full', isOpen && 'bg-accent-soft')}>
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-4 gap-y-3 p-4">
        <Still key={testimonial.thumbnail_url} testimonial={testimonial} />
        <div className="flex min-w-0 items-start gap-3 @max-tight:col-span-2 @max-tight:flex-wrap">
          <Portrait key={testimonial.profile_image} address={testimonial.profile_image} />
          <div className="min-w-0 flex-1 @max-tight:basis-full">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <h4 className="min-w-0 text-base font-semibold wrap-anywhere">{name}</h4>
              {is_featured && (
                <Badge tone="accent" icon={<Star aria-hidden />}>
                  {copy.featured}
                </Badge>
              )}
            </div>
            <p className="mt-0.5 line-clamp-3 text-sm text-muted wrap-anywhere">
              {company ? copy.roleAtCompany(role, company) : role}
            </p>
          </div>
        </div>
        <div className="col-span-2 flex flex-wrap gap-2 @max-sm:[&>*]:flex-1 @sm:col-span-1 @sm:col-start-2">
          <ButtonAnchor variant="secondary" size="sm" href={video_url}>
            {copy.preview}
            <span className="sr-only">{copy.previewOf(name)}</span>
            <ExternalLink aria-hidden className="size-3.5" />
          </ButtonAnchor>
          <Button
            id={editButtonId(id)}
            variant="secondary"
            size="sm"
            aria-label={copy.editOf(name)}
            disabled={isLocked}
            onClick={onEdit}
          >
            {copy.edit}
          </Button>
          <Button variant="danger" size="sm" aria-label={copy.deleteOf(name)} disabled={isLocked} onClick={onDelete}>
            {copy.delete}
          </Button>
        </div>
      </div>
    </div>
  );
}

export function TestimonialCardSkeleton() {
  return (
    <div className="flex gap-4 p-4">
      <div className="skeleton aspect-9/16 w-20 rounded-control" />
      <div className="flex flex-1 gap-3">
        <div className="skeleton size-10 rounded-full" />
        <div className="flex-1">
          <div className="skeleton h-5 w-2/5" />
          <div className="skeleton mt-2 h-4 w-3/5" />
        </div>
      </div>
    </div>
  );
}

/** The thumbnail; where there is none, or none that loads, the video itself. */
function Still({ testimonial: { thumbnail_url, video_url } }: { testimonial: Testimonial }) {
  const [hasFailed, setHasFailed] = useState(false);
  const fill = 'absolute inset-0 size-full object-cover';
  return (
    <div
      className={
        'relative grid aspect-9/16 w-20 place-items-center self-start overflow-hidden rounded-control ' +
        'bg-sunken text-muted @sm:row-span-2'
      }
    >
      <Film aria-hidden className="size-6" />
      {thumbnail_url && !hasFailed ? (
        <img
          src={small(thumbnail_url)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setHasFailed(true)}
          className={fill}
        />
      ) : (
        // The frame at that time: Safari shows nothing of a video that has not played otherwise.
        <video
          src={`${video_url}#t=0.5`}
          muted
          // Older browsers: Firefox has no "playsInline", and plays every video in its place.
          playsInline
          preload="metadata"
          aria-hidden
          tabIndex={-1}
          className={fill}
        />
      )}
    </div>
  );
}

function Portrait({ address }: { address: string | null }) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <span
      className={
        'grid size-10 shrink-0 place-items-center overflow-hidden rounded-full border border-line ' +
        'bg-sunken text-muted'
      }
    >
      {address && !hasFailed ? (
        <img
          src={small(address)}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
          onError={() => setHasFailed(true)}
          className="size-full object-cover"
        />
      ) : (
        <UserRound aria-hidden className="size-5" />
      )}
    </span>
  );
}
