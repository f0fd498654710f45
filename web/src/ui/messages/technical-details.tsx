import { site } from '#copy/shell/site.ts';

/** The technical text of a failure, closed until a person wants to read it or to send it to support. */
export function TechnicalDetails({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <details className="mt-1 text-sm">
      <summary className="tap-line w-fit cursor-pointer rounded-control underline underline-offset-4">
        {site.details}
      </summary>
      <p className="mt-1 select-all wrap-anywhere font-mono text-xs">{children}</p>
    </details>
  );
}
