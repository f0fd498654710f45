import { site } from '#copy/shell/site.ts';
import { parseInlineText } from '#lib/page/inline-text.ts';

/**
 * What a person agrees to with the button below the sentence. Its links open in another tab, so that typed texts and a
 * held slot stay.
 */
export function ConsentSentence({ children, className }: { children: string; className?: string }) {
  return (
    <p className={className ?? 'text-sm text-muted'}>
      {parseInlineText(children).map((part) =>
        part.kind === 'page' ? (
          <a
            key={part.to}
            href={part.to}
            target="_blank"
            rel="noopener"
            className="font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {part.text}
            <span className="sr-only"> ({site.opensInNewTab})</span>
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
