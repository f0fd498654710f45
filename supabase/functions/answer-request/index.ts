import { z } from 'zod';
import { mentorAnswer as copy } from '#copy/sessions/requests.ts';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, HttpError, readBody } from '#functions/_shared/http.ts';
import { answerLink, idOfLink, isLinkOf } from '#functions/_shared/people/signed-link.ts';
import { DECLINE_REASONS, offerRangeOf } from '#rules/sessions/request.ts';

/** A time in India, as the database takes it. */
const time = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  start_time: z.string().regex(/^\d{2}:\d{2}(:\d{2})?$/),
  end_time: z.string().regex(/^\d{2}:\d{2}(:\d{2})?$/),
});

/** `read` looks at the request, `answer` answers it. */
const answerRequestBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('read'), token: z.string().max(200) }),
  z.object({
    action: z.literal('answer'),
    token: z.string().max(200),
    answer: z.enum(['accept', 'decline']),
    reason_code: z.enum(DECLINE_REASONS).nullish(),
    reason_text: z.string().max(2000).nullish(),
    times: z.array(time).max(10).default([]),
  }),
]);

/** What the database's request_by_link says; the rest of it is the card, as the mentor reads it. */
const linkShape = z.object({
  mentor_id: z.guid(),
  email: z.string().nullable(),
  answer_by: z.string(),
  problem: z.enum(['answer_too_late', 'already_answered', 'booking_decided']).nullable(),
  answer: z.object({ answer: z.enum(['accept', 'decline']) }).nullable(),
});

/**
 * A mentor answers a request by the link of the e-mail, without a session (docs/product/requests.md#answer-by-link).
 * `read` changes nothing. 404 for a link that is not valid (any more), 410 after the time to answer, 409 where it was
 * answered or decided.
 */
export default createHandler('answer-request', async (request) => {
  const body = await readBody(request, answerRequestBody);
  const database = serviceClient();
  const id = idOfLink(body.token);
  if (id === undefined) throw refusal('answer_unknown');
  const found: unknown = await query(database.rpc('request_by_link', { p_booking_id: id }));
  const link = linkShape.nullable().parse(found);
  if (!link?.email || !isLinkOf(body.token, answerLink(id, { ...link, email: link.email }))) {
    throw refusal('answer_unknown');
  }
  if (body.action === 'read') {
    if (link.problem) throw refusal(link.problem, link.answer?.answer);
    return { request: cardOf(found as object) };
  }
  try {
    return (await query(
      database.rpc('answer_by_link', {
        p_booking_id: id,
        p_mentor_id: link.mentor_id,
        p_email: link.email,
        p_answer_by: link.answer_by,
        p_answer: body.answer,
        ...(body.reason_code && { p_reason_code: body.reason_code }),
        ...(body.reason_text && { p_reason_text: body.reason_text }),
        p_times: body.times,
      }),
    )) as object;
  } catch (error) {
    if (error instanceof BusinessRuleError) throw refusal(error.message, error.detail, error.status);
    throw error;
  }
});

/** Without what belongs to the link alone. */
function cardOf(found: object): object {
  const { mentor_id: _mentor, email: _email, problem: _problem, ...card } = found as Record<string, unknown>;
  return card;
}

function refusal(code: string, detail = '', status = 409): HttpError {
  const fields = { fields: { code, ...(detail && { detail }) } };
  switch (code) {
    case 'answer_unknown':
      return new HttpError(404, copy.unknown, fields);
    case 'answer_too_late':
      return new HttpError(410, copy.ends.answer_too_late, fields);
    case 'already_answered':
      return new HttpError(409, copy.ends.already_answered(detail), fields);
    case 'booking_decided':
      return new HttpError(409, copy.ends.booking_decided, fields);
    case 'too_late':
      return new HttpError(409, copy.refusals.too_late, fields);
    case 'reason_required':
    case 'reason_text_length':
      return new HttpError(422, copy.refusals[code], fields);
    case 'proposal_not_valid': {
      const range = offerRangeOf(detail);
      return new HttpError(422, range ? copy.timeNotValid(range.from, range.to) : copy.timeIncomplete, fields);
    }
    default:
      return new HttpError(status, copy.failed, fields);
  }
}
