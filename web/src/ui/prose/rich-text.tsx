import { Link } from 'react-router';
import { parseInlineText } from '#lib/page/inline-text.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';

const LINK =
  'font-medium text-accent-text underline decoration-accent-line underline-offset-4 hover:decoration-current';

/** A sentence of ours with its emphasis and links. In print the support address is shown in full. */
export function RichText({ children }: { children: string }) {
  const { contactEmail } = usePublicEnv();
  return parseInlineText(children).map((part, index) => {
    // The texts never change while the page is shown, so the place of a part can be its key.
    const key = `${index}`;
    if (part.kind === 'strong') {
      return (
        <strong key={key} className="font-semibold text-ink">
          {part.text}
        </strong>
      );
    }
    if (part.kind === 'page') {
      return (
        <Link key={key} to={part.to} className={LINK}>
          {part.text}
        </Link>
      );
    }
    if (part.kind === 'email') {
      return (
        <a key={key} href={`mailto:${contactEmail}`} className={LINK}>
          {part.text}
          <span className="hidden print:inline"> ({contactEmail})</span>
        </a>
      );
    }
    return part.text;
  });
}
