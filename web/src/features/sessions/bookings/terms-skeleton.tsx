import { bookingChanges as copy } from '#copy/sessions/changes.ts';

/** What the policy gives, while the database is asked. */
export function TermsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{copy.loading}</span>
      <div className="space-y-2.5" aria-hidden="true">
        <div className="skeleton h-4 w-2/5" />
        <div className="skeleton h-3.5 w-full" />
        <div className="skeleton h-3.5 w-3/4" />
        <div className="skeleton mt-5 h-4 w-1/2" />
        <div className="skeleton h-3.5 w-5/6" />
      </div>
    </div>
  );
}
