import { doctorCopy } from '#copy/office/doctor.ts';
import { type Check, explain, type Finding, fail, ok, skip } from '../finding.ts';

const copy = doctorCopy.pages;

export const pages: Check = {
  id: 'pages',
  async run({ deployment, signal }) {
    const { way, siteUrl, apiUrl, opsToken, hasNoPages } = deployment;
    if (hasNoPages) return skip(copy.none);
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(new URL(path, siteUrl), { headers, redirect: 'manual', signal });
      return { path, status: response.status, headers: response.headers, text: await response.text() };
    };
    type Got = Awaited<ReturnType<typeof get>>;
    const examine = async (path: string, look: (got: Got) => string[], headers?: Record<string, string>) => {
      try {
        const got = await get(path, headers);
        if (got.status === 401 && headers) return [copy.token];
        // Monitoring is told why, in a short document without secrets.
        const why =
          headers && !got.text.startsWith('<')
            ? ` (${got.text.slice(0, 500).replace(/[{}"]/g, '').replaceAll(',', ', ')})`
            : '';
        return got.status === 200 ? look(got) : [copy.status(path, got.status) + why];
      } catch (error) {
        return [copy.silent(path, explain(error).reason)];
      }
    };
    const page = (got: Got) => [
      ...(got.headers.get('content-type')?.startsWith('text/html') && /<html/i.test(got.text)
        ? []
        : [copy.noPage(got.path)]),
      ...wrongHeaders(got.headers, { siteUrl, apiUrl }).map((name) => copy.header(got.path, name)),
    ];
    const naming = (wanted: string) => (got: Got) =>
      got.text.includes(wanted) ? [] : [copy.content(got.path, wanted)];
    // A host's token is for the host, and its page servers must not see it.
    const deep = way === 'hosted' || apiUrl === siteUrl ? '/readyz?deep' : `${apiUrl}/readyz?deep`;
    const problems = await Promise.all([
      examine('/', page),
      examine('/mentors', page),
      examine('/robots.txt', naming(`Sitemap: ${siteUrl}/sitemap.xml`)),
      examine('/sitemap.xml', naming(`<loc>${siteUrl}/</loc>`)),
      opsToken === undefined ? [] : examine(deep, () => [], { authorization: `Bearer ${opsToken}` }),
    ]);
    const wrong = [...new Set(problems.flat())];
    if (wrong.length > 0) return told(wrong);
    return ok(opsToken === undefined ? copy.goodWithoutToken(siteUrl) : copy.good(siteUrl));
  },
};

const told = (wrong: string[]): Finding => ({ ...fail(copy.wrong(wrong.length)), todo: doctorCopy.todos.pages(wrong) });

/** The names of those that are not as the page server sets them (docs/product/site.md#protection). */
function wrongHeaders(headers: Headers, { siteUrl, apiUrl }: { siteUrl: string; apiUrl: string }): string[] {
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const scripts = policy.get('script-src') ?? [];
  const own = apiUrl === siteUrl ? [apiUrl, "'self'"] : [apiUrl];
  const reaches = (directive: string) => own.some((source) => policy.get(directive)?.includes(source));
  const isPolicyRight =
    scripts.some((source) => source.startsWith("'sha256-")) &&
    !scripts.includes("'unsafe-inline'") &&
    reaches('connect-src') &&
    reaches('media-src');
  const rules: [string, boolean][] = [
    ['content-security-policy', isPolicyRight],
    ['x-content-type-options', headers.get('x-content-type-options') === 'nosniff'],
    ['referrer-policy', headers.get('referrer-policy') === 'strict-origin-when-cross-origin'],
    ['permissions-policy', headers.has('permissions-policy')],
    ['strict-transport-security', !siteUrl.startsWith('https://') || headers.has('strict-transport-security')],
  ];
  return rules.filter(([, isRight]) => !isRight).map(([name]) => name);
}
