import { ExternalLink, FileText, Star } from 'lucide-react';
import { adminPodcasts as copy } from '#copy/content/admin-podcasts.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { PodcastRow } from './podcasts.data.ts';
import { Thumbnail } from './thumbnail.tsx';

/** One podcast as administrators see it: a title of one line, a description of two. */
export function PodcastCard({
  podcast,
  onEdit,
  onDelete,
}: {
  podcast: PodcastRow;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { title, description, youtube_url, thumbnail_url, published, is_featured } = podcast;
  return (
    <article className="flex h-full flex-col">
      <div className="relative">
        <Thumbnail key={thumbnail_url} src={thumbnail_url} />
        <div className="absolute right-3 top-3 flex gap-1.5">
          {!published && <Badge icon={<FileText aria-hidden />}>{copy.draft}</Badge>}
          {is_featured && (
            <Badge tone="accent" icon={<Star aria-hidden />}>
              {copy.featured}
            </Badge>
          )}
        </div>
      </div>
      <div className="flex flex-1 flex-col border-t border-line p-4">
        <h3 className="truncate text-lg" title={title}>
          {title}
        </h3>
        <p className="mt-1 line-clamp-2 min-h-10 break-words text-sm text-muted">{description ?? copy.noDescription}</p>
        <div className="mt-4 flex items-center gap-2">
          <Button variant="secondary" size="sm" aria-label={copy.editOf(title)} onClick={onEdit}>
            {copy.edit}
          </Button>
          <Button variant="danger" size="sm" aria-label={copy.deleteOf(title)} onClick={onDelete}>
            {copy.delete}
          </Button>
          <a
            href={youtube_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={copy.watch(title)}
            className={
              'h-small -mr-2 ml-auto grid aspect-square place-items-center rounded-control text-muted ' +
              'hover:bg-sunken hover:text-ink'
            }
          >
            <ExternalLink aria-hidden className="size-4.5" />
          </a>
        </div>
      </div>
    </article>
  );
}

export function PodcastCardSkeleton() {
  return (
    <>
      <div className="skeleton aspect-video rounded-none!" />
      <div className="border-t border-line p-4">
        <div className="skeleton my-1 h-5 w-4/5" />
        <div className="mt-1 h-10">
          <div className="skeleton h-4 w-full" />
          <div className="skeleton mt-2 h-4 w-3/5" />
        </div>
        <div className="mt-4 flex gap-2">
          <div className="skeleton h-small w-14" />
          <div className="skeleton h-small w-18" />
        </div>
      </div>
    </>
  );
}
