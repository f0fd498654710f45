import { Link } from 'react-router';
import { shell } from '#copy/shell/frame.ts';
import { site } from '#copy/shell/site.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { Logo } from './logo.tsx';
import { FOOTER_COLUMNS } from './navigation.ts';

const SOCIAL_ICONS = [
  'M4.5 4.5h15v15h-15z M8 10v6 M8 7.6v.1 M11.5 16v-6 M11.5 12.5c0-3.4 4.5-3.4 4.5 0V16',
  'M7.5 4.5h9a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3h-9a3 3 0 0 1-3-3v-9a3 3 0 0 1 3-3z M12 8.8a3.2 3.2 0 1 ' +
    '0 0 6.4 3.2 3.2 0 0 0 0-6.4z M16.4 7.5v.1',
  'M4.5 5l15 14 M19 5 5 19',
  'M6.5 6.5h11a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 15V9a2.5 2.5 0 0 1 ' +
    '2.5-2.5z M10.5 9.8v4.4l3.8-2.2z',
];

const LINK = 'tap-line inline-block text-sm text-muted hover:text-ink hover:underline';

/** The footer of every page. */
export function Footer({ year }: { year: number }) {
  const env = usePublicEnv();
  return (
    <footer className="@container mt-16 border-t border-line bg-sunken md:mt-24 print:hidden">
      <div className="page-width grid grid-cols-2 gap-x-6 gap-y-10 py-12 lg:grid-cols-[1.4fr_1fr_1fr_1.2fr] @max-tight:block @max-tight:space-y-10">
        <div className="max-sm:col-span-2">
          <Logo />
          <p className="mt-3 max-w-xs text-sm text-muted">{shell.footerClaim}</p>
          <SocialIcons />
        </div>
        {FOOTER_COLUMNS.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal">{column.title}</h2>
            <ul>
              {column.links.map((link) => (
                <li key={link.to}>
                  <Link to={link.to} className={LINK}>
                    {link.label}
                  </Link>
                </li>
              ))}
              {column.title === shell.footerExplore && (
                <li>
                  <a href={env.communityFormUrl} target="_blank" rel="noopener noreferrer" className={LINK}>
                    {shell.joinCommunity}
                    <span className="sr-only"> ({site.opensInNewTab})</span>
                  </a>
                </li>
              )}
            </ul>
          </nav>
        ))}
        <div className="max-sm:col-span-2">
          <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal">{shell.footerHelp}</h2>
          <dl className="text-sm text-muted [&>dd]:mb-2 [&>dt]:sr-only">
            <dt>{shell.emailLabel}</dt>
            <dd>
              <a href={`mailto:${env.contactEmail}`} className={LINK}>
                {env.contactEmail}
              </a>
            </dd>
            <dt>{shell.addressLabel}</dt>
            <dd>{shell.address}</dd>
            <dt>{shell.supportHoursLabel}</dt>
            <dd>{shell.supportHours}</dd>
          </dl>
        </div>
      </div>
      {/* As high as the chat button, which stands beside it at the end of the page. */}
      <p className="page-width border-t border-line py-7 text-sm text-muted" suppressHydrationWarning>
        {shell.rights(year)}
      </p>
    </footer>
  );
}

/** The initiative's social marks; they lead nowhere yet, so they are drawings, not links. */
function SocialIcons() {
  return (
    <div aria-hidden="true" className="mt-5 flex gap-4 text-muted">
      {SOCIAL_ICONS.map((path) => (
        <svg
          aria-hidden="true"
          key={path}
          viewBox="0 0 24 24"
          className="size-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={path} />
        </svg>
      ))}
    </div>
  );
}
