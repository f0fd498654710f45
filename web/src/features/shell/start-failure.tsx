import { site } from '#copy/site.ts';

/** The application could not start (section 8, "Global"): plain HTML, over the still readable page. */
export function StartFailure() {
  return (
    <div
      role="alert"
      className={
        'fixed inset-x-0 bottom-0 z-50 hidden flex-wrap items-center justify-center gap-x-4 gap-y-1 ' +
        'border-t border-danger/30 bg-danger-soft px-4 py-3 text-center text-sm font-medium ' +
        'text-danger in-[[data-start-failed]]:flex'
      }
    >
      <span>{site.initializationFailed}</span>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this page again, without a script. */}
      <a href="" className="tap-line underline underline-offset-4">
        {site.reload}
      </a>
    </div>
  );
}
