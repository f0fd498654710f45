import { Download } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { twoStep } from '#copy/people/two-step.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';

const copy = twoStep.codes;

/** Recovery codes, shown this once: the person goes on only after saying that they are kept. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { siteUrl } = usePublicEnv();
  const heading = useRef<HTMLHeadingElement>(null);
  const tick = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const noteId = useId();
  // The field that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);

  const finish = () => {
    if (tick.current?.checked) return onDone();
    setIsMissing(true);
    tick.current?.focus();
  };
  const save = () =>
    saveFile(new Blob([`${copy.fileHead(siteUrl)}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), copy.fileName);

  return (
    <section aria-labelledby={`${noteId}-title`}>
      <h2 id={`${noteId}-title`} ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {copy.title}
      </h2>
      <p className="mt-1 text-muted">{copy.description}</p>
      <ol
        aria-label={copy.list}
        translate="no"
        className="mt-4 grid gap-x-6 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono text-sm/7 @md:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-3">
        <CopyButton
          text={codes.join('\n')}
          size="sm"
          labels={copy}
          sentences={{ copied: copy.copiedToast, failed: twoStep.setUp.copyFailed }}
        />
        <Button variant="secondary" size="sm" onClick={save}>
          <Download aria-hidden className="size-4" />
          {copy.download}
        </Button>
      </div>
      <label
        className={
          'mt-5 flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line-strong px-3 py-2 ' +
          'text-sm font-medium hover:bg-sunken has-checked:border-accent-line has-checked:bg-accent-soft'
        }
      >
        <input
          ref={tick}
          type="checkbox"
          required
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? noteId : undefined}
          className="size-4.5 shrink-0 accent-accent"
          onChange={() => setIsMissing(false)}
        />
        <span className="min-w-0">{copy.kept}</span>
      </label>
      {isMissing && (
        <p id={noteId} role="alert" className="mt-1.5 text-sm text-danger">
          {copy.keptMissing}
        </p>
      )}
      <Button className="mt-5 w-full" onClick={finish}>
        {copy.done}
      </Button>
    </section>
  );
}
