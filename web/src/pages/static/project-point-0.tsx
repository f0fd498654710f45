import { projectPointZero } from '#copy/content/static/project-point-0.ts';
import { site } from '#copy/shell/site.ts';
import { Calls, Invitation } from '#features/content/static-pages/invitation.tsx';
import { Mission } from '#features/content/static-pages/mission.tsx';
import { Approach, Goal } from '#features/content/static-pages/point-zero-sections.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { RingFigure } from '#ui/ring-figure.tsx';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const meta = listedMeta(
  paths.pointZero,
  site.pageTitle(projectPointZero.title),
  projectPointZero.metaDescription,
);

export default function ProjectPointZeroPage() {
  return (
    <>
      <PageHeader
        eyebrow={projectPointZero.title}
        title={projectPointZero.headline}
        intro={projectPointZero.intro}
        figure={
          <RingFigure
            reached={3}
            className={
              'absolute -right-4 top-1/2 -z-10 size-96 -translate-y-1/2 max-lg:hidden ' +
              'xl:right-[max(2rem,calc(50%-37.5rem))] print:hidden'
            }
          />
        }
      >
        <div className="mt-8">
          <Calls />
        </div>
      </PageHeader>
      <Mission {...projectPointZero.mission} />
      <Goal />
      <Approach />
      <Invitation />
    </>
  );
}
