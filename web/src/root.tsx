import { type ReactNode, useEffect, useRef } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { site } from '#copy/shell/site.ts';
import { SessionProvider } from '#features/people/auth/session-provider.tsx';
import { ChatButton } from '#features/shell/frame/chat-button.tsx';
import { Footer } from '#features/shell/frame/footer.tsx';
import { Header } from '#features/shell/frame/header.tsx';
import { SandboxBar } from '#features/shell/frame/sandbox-bar.tsx';
import { BeforeStart } from '#features/shell/start/before-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { StartFailure } from '#features/shell/start/start-failure.tsx';
import { allStyles } from '#lib/page/all-styles.ts';
import { PageStyles } from '#lib/page/page-styles.tsx';
import { PublicEnvElement } from '#lib/page/public-env.tsx';
import { lateQueries } from '#lib/query/late-queries.tsx';
import { whenOnline } from '#lib/when-online.ts';
import { Toaster } from '#ui/messages/toaster.tsx';
import type { Route } from './+types/root';

const MAIN = 'main';

const FONTS = ['/fonts/figtree.woff2', '/fonts/bricolage.woff2'];

/** Another address is drawn by scripts alone, from styles and with code that the first page may not have brought. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    // The next page may be shown at a place that was left: its parts below are laid out at once (styles/app.css).
    document.documentElement.dataset.whole = '';
    try {
      await Promise.all([allStyles(), lateQueries()]);
    } catch (error) {
      console.warn('The code that reads data did not arrive; the server draws the page.', error);
      await whenOnline();
      // A page that is shown again as it was left would wait for ever.
      window.onpageshow = ({ persisted }) => persisted && location.reload();
      location.assign(request.url);
      return new Promise(() => {});
    }
    return next();
  },
];

export const meta: Route.MetaFunction = () => [
  { title: site.productName },
  { name: 'description', content: site.siteDescription },
];

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The scripts of BeforeStart may mark the document before React reads it.
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#13110f" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Headings wait for theirs, and other text does without one that is late (styles/fonts.css): both load at once. */}
        {FONTS.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Meta />
        <PageStyles />
        <Links />
        <PublicEnvElement />
      </head>
      <body>
        <BeforeStart />
        {children}
        <StartFailure />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Moves focus to the page after a navigation, so that keyboard and screen reader start where the eye does. */
function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById(MAIN)?.focus({ preventScroll: true });
  }, [pathname]);
}

/** What every page has; `hasOwnFrame` says that the page's area draws the rest, with a `main` of that id. */
function Shell({ hasOwnFrame = false, children }: { hasOwnFrame?: boolean; children: ReactNode }) {
  useFocusOnNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${MAIN}`}
        className={
          'sr-only z-50 rounded-control bg-ink px-4 py-2 text-canvas focus:not-sr-only focus:fixed ' +
          'focus:left-3 focus:top-3'
        }
      >
        {site.skipToContent}
      </a>
      <SandboxBar />
      {hasOwnFrame ? (
        children
      ) : (
        <>
          <Header />
          <main id={MAIN} tabIndex={-1} className="flex-1">
            {children}
          </main>
          <Footer year={new Date().getFullYear()} />
          <ChatButton />
        </>
      )}
      <Toaster />
    </div>
  );
}

function App({ children, ...frame }: { hasOwnFrame?: boolean; children: ReactNode }) {
  return (
    <SessionProvider>
      <Shell {...frame}>{children}</Shell>
    </SessionProvider>
  );
}

export default function Root() {
  // The back office's area says so (pages/admin/area.tsx).
  const hasOwnFrame = useMatches().some(({ handle }) => handle === 'own-frame');
  return (
    <App hasOwnFrame={hasOwnFrame}>
      <Outlet />
    </App>
  );
}

/** What breaks outside every area, such as the shell's own data. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <App>
      <PageFailure error={error} />
    </App>
  );
}
