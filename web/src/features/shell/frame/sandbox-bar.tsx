import { sandboxBar } from '#copy/office/sandbox.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';

/** Says that this installation's outside services are stand-ins. */
export function SandboxBar() {
  if (!usePublicEnv().isSandbox) return null;
  return (
    <aside
      aria-label={sandboxBar.label}
      className="bg-ink px-4 py-1.5 text-center text-xs text-canvas dark:bg-sunken dark:text-muted print:hidden"
    >
      {sandboxBar.notice}
    </aside>
  );
}
