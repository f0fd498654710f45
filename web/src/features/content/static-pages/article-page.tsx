import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { staticPages } from '#copy/content/static/static-pages.ts';
import { shell } from '#copy/shell/frame.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PointList } from '#ui/prose/point-list.tsx';
import type { ArticleSection } from './article.ts';
import { ArticleBlock } from './article-block.tsx';
import { FoldedContents, SideContents } from './table-of-contents.tsx';

const POLICIES = [
  { to: paths.terms, label: shell.terms },
  { to: paths.privacy, label: shell.privacy },
  { to: paths.refunds, label: shell.refunds },
  { to: paths.contact, label: shell.contactUs },
];

interface ArticlePageProps {
  path: string;
  title: string;
  intro: string;
  summary?: readonly string[];
  sections: readonly ArticleSection[];
  children?: ReactNode;
}

/** A policy: dated, with contents, printable. `summary` comes first, `children` stand before the sections. */
export function ArticlePage({ path, title, intro, summary, sections, children }: ArticlePageProps) {
  return (
    <>
      <PageHeader
        title={title}
        intro={intro}
        eyebrow={
          <>
            {staticPages.effective} <time dateTime={staticPages.effectiveDay}>{staticPages.effectiveDate}</time>
          </>
        }
      />
      <div
        className={
          'page-width grid grid-cols-1 gap-x-16 gap-y-8 pt-8 md:pt-12 lg:grid-cols-[minmax(0,1fr)_16rem] print:block print:pt-4'
        }
      >
        <div className="lg:hidden print:hidden">
          <FoldedContents headings={sections} />
        </div>
        <article className="max-w-prose print:max-w-none">
          {summary && (
            <section
              aria-labelledby="at-a-glance"
              className={
                'mb-12 rounded-card border border-accent-line bg-accent-soft p-5 sm:p-6 print:break-inside-avoid'
              }
            >
              <h2 id="at-a-glance" className="mb-3 text-lg">
                {staticPages.atAGlance}
              </h2>
              <PointList points={summary} />
            </section>
          )}
          {children}
          {sections.map((section) => (
            <section
              key={section.id}
              id={section.id}
              tabIndex={-1}
              aria-labelledby={`${section.id}-title`}
              className="mb-12 outline-none last:mb-0 print:mb-6"
            >
              <h2 id={`${section.id}-title`} className="text-xl print:break-after-avoid">
                {section.title}
              </h2>
              <div className="mt-4 flex flex-col gap-4 text-muted print:text-ink">
                {section.blocks.map((block, index) => (
                  // The texts never change while the page is shown.
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <ArticleBlock key={index} block={block} />
                ))}
              </div>
            </section>
          ))}
        </article>
        <div className="print:hidden">
          <div className="lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto lg:pl-2">
            <div className="mb-8 max-lg:hidden">
              <SideContents headings={sections} />
            </div>
            <nav aria-label={staticPages.related} className="max-lg:border-t max-lg:border-line max-lg:pt-6">
              <h2 className="font-sans text-sm font-semibold tracking-normal">{staticPages.related}</h2>
              <ul className="mt-2">
                {POLICIES.filter(({ to }) => to !== path).map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to} className="inline-block py-1.5 text-sm text-muted hover:text-ink hover:underline">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <Button variant="secondary" size="sm" className="mt-5" onClick={() => window.print()}>
              <Printer className="size-4" aria-hidden="true" />
              {staticPages.print}
            </Button>
          </div>
        </div>
      </div>
    </>
  );
}
