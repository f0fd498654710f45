import { z } from 'zod';
import { checkIn as copy } from '#copy/sessions/check-ins.ts';
import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, HttpError, readBody, SMALL_BODY_BYTES } from '#functions/_shared/http.ts';
import { openEndingToken } from '#functions/_shared/people/signed-link.ts';
import { ANSWERS, checkInSchema, NUMBERS } from '#rules/sessions/check-in.ts';

/** `read` looks at the check-in, `answer` stores an answer. */
const bodyShape = z.discriminatedUnion('action', [
  z.object({ action: z.literal('read'), token: z.string().max(200) }),
  z.object({ action: z.literal('answer'), token: z.string().max(200), answer: z.unknown() }),
]);

const foundShape = z.looseObject({ answer: z.enum(ANSWERS).nullable(), problem: z.string().nullable() });

/**
 * A founder answers a check-in by the link of its e-mail, without a session (docs/product/outcomes.md#check-ins). `read`
 * changes nothing. 404 for a link that is not valid, 410 after 30 days, 409 where the session was refunded or missed, 422
 * for a wrong field, 429 as takeSubmission.
 */
export default createHandler('answer-check-in', async (request) => {
  const body = await readBody(request, bodyShape, SMALL_BODY_BYTES);
  const database = serviceClient();
  const count = database.rpc('count_submission', { p_form: 'check_in', p_source: sourceOf(request) });
  await takeSubmission(count, {}, () => copy.tooMany);
  const link = openEndingToken('check-in', body.token);
  if (!link) throw refusal('link_unknown');
  if (link.isExpired) throw refusal('link_expired');
  const answer = body.action === 'answer' ? { p_answer: readAnswer(body.answer) } : {};
  try {
    const call = database.rpc('check_in_by_link', { p_id: link.id, ...answer });
    const found = foundShape.nullable().parse(await query<unknown>(call));
    if (!found) throw refusal('link_unknown');
    if (found.problem) throw refusal(found.problem);
    const { problem: _problem, ...state } = found;
    return state;
  } catch (error) {
    if (error instanceof BusinessRuleError) throw refusal(error.message);
    throw error;
  }
});

/** Refuses with 422, the first sentence, and `problems`, a sentence for each field. */
function readAnswer(answer: unknown): z.output<typeof checkInSchema> {
  const result = checkInSchema.safeParse(answer);
  if (result.success) return result.data;
  const known: readonly PropertyKey[] = ['answer', 'change', ...NUMBERS];
  const issues = result.error.issues.filter(({ path: [field = ''] }) => known.includes(field));
  const problems = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
  throw new HttpError(issues.length > 0 ? 422 : 400, issues[0]?.message ?? copy.failed, { fields: { problems } });
}

function refusal(code: string): HttpError {
  const fields = { fields: { code } };
  switch (code) {
    case 'link_unknown':
      return new HttpError(404, copy.unknown, fields);
    case 'link_expired':
      return new HttpError(410, copy.expired, fields);
    case 'session_refunded':
      return new HttpError(409, copy.refunded, fields);
    case 'session_missed':
      return new HttpError(409, copy.missed, fields);
    default:
      return new HttpError(409, copy.notDue, fields);
  }
}
