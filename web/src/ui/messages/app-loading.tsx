import { NeedsScripts } from './needs-scripts.tsx';
import { Spinner } from './spinner.tsx';

/** What a page shows while it starts in the browser. */
export function AppLoading({ message }: { message: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center in-[[data-start-failed]]:invisible" role="status">
      <p className="flex items-center gap-3 text-muted noscript:hidden">
        <Spinner className="text-accent-text" />
        {message}
      </p>
      <NeedsScripts />
    </div>
  );
}
