import { Link } from 'react-router';
import { shell } from '#copy/shell.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { Logo } from './logo.tsx';
import { FOOTER_COLUMNS } from './navigation.ts';
import { SocialIcons } from './social-icons.tsx';

const LINK = 'tap-line inline-block text-sm text-muted hover:text-ink hover:underline';

/** The footer of every page (specification, section 2, "Site shell"). */
export function Footer({ year }: { year: number }) {
  const env = usePublicEnv();
  return (
    <footer className="mt-16 border-t border-line bg-sunken md:mt-24 print:hidden">
      <div className="page-width grid grid-cols-2 gap-x-6 gap-y-10 py-12 lg:grid-cols-[1.4fr_1fr_1fr_1.2fr]">
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
                    <span className="sr-only"> ({shell.opensInNewTab})</span>
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
      <p className="page-width border-t border-line py-5 text-sm text-muted">{shell.rights(year)}</p>
    </footer>
  );
}
