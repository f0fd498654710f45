import { site } from '#copy/site.ts';
import { useScriptMark } from '#lib/page/script-mark.ts';

/** Marks the document when one of the application's scripts fails to load; CSS then shows the notice. Not React. */
const WATCH =
  "addEventListener('error',function(e){if(e.target.tagName==='SCRIPT'&&e.target.type==='module')" +
  "document.documentElement.dataset.startFailed=''},true)";

/** The application could not start (section 8, "Global"): plain HTML, over the still readable page. */
export function StartFailure() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; the host puts its hash into the policy. */}
      <script nonce={useScriptMark()} dangerouslySetInnerHTML={{ __html: WATCH }} />
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
    </>
  );
}
