/** Shows every e-mail of the product with sample data, in both themes and as text. */
import { Hono } from 'hono';
import { FRAME_SANDBOX, MAIL_POLICY, pagePolicy } from '../mail-frame.ts';
import type { MailPreview } from './previews.ts';

/** Answers `/mails`, `/mails/:reader/:name/:number` and, below that, `/light` and `/dark`. */
export function createMailPreviews({ siteUrl }: { siteUrl: string }): Hono {
  const app = new Hono();
  let drawn: Promise<MailPreview[]> | undefined;

  /** Loaded and drawn with the first visit: drawing e-mails takes more code than all stand-ins. */
  const drawOnce = () => {
    drawn ??= import('./previews.ts').then(({ drawPreviews }) => drawPreviews(siteUrl));
    return drawn;
  };
  const find = async ({ reader, name, number }: { reader: string; name: string; number: string }) =>
    (await drawOnce()).find((one) => one.reader === reader && one.name === name && String(one.number) === number);

  async function page(isAsked: boolean, preview: MailPreview | undefined): Promise<Response> {
    const { renderPreviews } = await import('./page.ts');
    const isGone = isAsked && !preview;
    const body = renderPreviews({ previews: await drawOnce(), preview, isGone, frameSandbox: FRAME_SANDBOX });
    return new Response(body, {
      status: isGone ? 404 : 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': pagePolicy("script-src 'none'"),
      },
    });
  }

  app.get('/mails', () => page(false, undefined));
  app.get('/mails/:reader/:name/:number', async (context) => page(true, await find(context.req.param())));
  app.get('/mails/:reader/:name/:number/:theme{light|dark}', async (context) => {
    const { theme, ...mail } = context.req.param();
    const preview = await find(mail);
    if (!preview) return context.notFound();
    const { inTheme } = await import('./previews.ts');
    return context.html(inTheme(preview.html, theme as 'light' | 'dark'), 200, {
      'cache-control': 'no-store',
      'content-security-policy': MAIL_POLICY,
      'referrer-policy': 'no-referrer',
    });
  });
  return app;
}
