import { mentorProfile } from '#copy/mentor-profile.ts';

/** A profile to come, of the same shape. */
export function ProfileSkeleton() {
  return (
    <div role="status">
      <h1 className="sr-only">{mentorProfile.loading}</h1>
      <div aria-hidden="true">
        <div className="skeleton mb-4 h-5 w-28" />
        <div className="grid grid-cols-[6.5rem_1fr] gap-x-4 gap-y-5 sm:grid-cols-[10rem_1fr] sm:gap-x-6 lg:grid-cols-[14rem_1fr] lg:gap-x-8">
          <div className="skeleton aspect-4/5 w-full rounded-card! lg:row-span-2" />
          <div className="self-center lg:self-end">
            <div className="skeleton h-9 w-4/5 lg:h-12" />
            <div className="skeleton mt-3 h-5 w-3/5" />
            <div className="skeleton mt-3 h-4 w-2/5" />
          </div>
          <div className="col-span-2 lg:col-span-1 lg:col-start-2">
            <div className="flex gap-2">
              {['w-28', 'w-20', 'w-24'].map((width) => (
                <div key={width} className={`skeleton h-6 rounded-full! ${width}`} />
              ))}
            </div>
            <div className="skeleton mt-5 h-11 w-64" />
          </div>
        </div>
        <div className="skeleton mt-10 h-px w-full" />
        {['w-full', 'w-11/12', 'w-4/5', 'w-10/12'].map((width) => (
          <div key={width} className={`skeleton mt-4 h-4 max-w-prose ${width}`} />
        ))}
      </div>
    </div>
  );
}
