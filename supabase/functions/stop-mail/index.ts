import { z } from 'zod';
import { mailStops as copy } from '#copy/people/mail-stops.ts';
import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, HttpError, readBody } from '#functions/_shared/http.ts';
import { openStopToken } from '#functions/_shared/people/signed-link.ts';
import { maskedEmail } from '#rules/shell/text.ts';

const bodyShape = z.object({ token: z.string().max(200), action: z.enum(['read', 'stop', 'undo']) });
const stateShape = z.object({ email: z.string().nullable(), is_stopped: z.boolean() });

/**
 * Stops an optional e-mail by the link in it, without a session (docs/product/notifications.md#optional-e-mails): for the
 * page /stop-mail, where `read` changes nothing, and for a mail program, which posts a form to the address in
 * `List-Unsubscribe` (RFC 8058). 404 for a link that is not valid, 410 after a year, 429 as takeSubmission.
 */
export default createHandler('stop-mail', async (request) => {
  const isForm = !request.headers.get('content-type')?.includes('json');
  const body = isForm
    ? { token: new URL(request.url).searchParams.get('t') ?? '', action: 'stop' as const }
    : await readBody(request, bodyShape);
  const database = serviceClient();
  const count = database.rpc('count_submission', { p_form: 'stop_mail', p_source: sourceOf(request) });
  await takeSubmission(count, {}, () => copy.tooMany);
  const link = openStopToken(body.token);
  if (!link) throw new HttpError(404, copy.unknown, { fields: { code: 'link_unknown' } });
  if (link.isExpired) throw new HttpError(410, copy.expired, { fields: { code: 'link_expired' } });
  const change = body.action === 'read' ? {} : { p_is_stopped: body.action === 'stop' };
  const call = database.rpc('mail_stop_by_link', { p_user_id: link.userId, p_kind: link.kind, ...change });
  const state = stateShape.nullable().parse(await query<unknown>(call));
  if (!state?.email) throw new HttpError(404, copy.unknown, { fields: { code: 'link_unknown' } });
  return { kind: link.kind, email: maskedEmail(state.email), is_stopped: state.is_stopped };
});
