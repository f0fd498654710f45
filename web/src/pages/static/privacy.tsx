import { privacy } from '#copy/content/static/privacy.ts';
import { retention } from '#copy/content/static/retention.ts';
import { site } from '#copy/shell/site.ts';
import type { ArticleBlock, ArticleSection } from '#features/content/static-pages/article.ts';
import { ArticlePage } from '#features/content/static-pages/article-page.tsx';
import { GrievanceContact } from '#features/content/static-pages/grievance-contact.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import { type RetentionChoices, retentionTable } from '#rules/people/retention.ts';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const meta = listedMeta(paths.privacy, site.pageTitle(privacy.title), privacy.metaDescription);

export default function PrivacyPage() {
  const env = usePublicEnv();
  return (
    <ArticlePage
      path={paths.privacy}
      title={privacy.title}
      intro={privacy.intro}
      summary={privacy.summary}
      sections={sectionsFor(env.retention)}
    />
  );
}

/** The text of copy/, with what this installation adds: how long it keeps data, and who answers complaints. */
function sectionsFor(choices: RetentionChoices): ArticleSection[] {
  const additions: Readonly<Record<string, ArticleBlock>> = {
    'how-long': { table: { caption: retention.caption, head: retention.head, rows: retentionTable(choices) } },
    complaints: { element: <GrievanceContact /> },
  };
  return privacy.sections.map((section: ArticleSection) => {
    const addition = additions[section.id];
    const [first, ...rest] = section.blocks;
    return addition && first ? { ...section, blocks: [first, addition, ...rest] } : section;
  });
}
