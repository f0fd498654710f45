import { z } from 'zod';
import { storyName as copy } from '#copy/content/story-name.ts';
import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, HttpError, readBody, SMALL_BODY_BYTES } from '#functions/_shared/http.ts';
import { fingerprintOf, idOfEndingToken, openEndingToken } from '#functions/_shared/people/signed-link.ts';

const bodyShape = z.discriminatedUnion('action', [
  z.object({ action: z.literal('read'), token: z.string().max(200) }),
  z.object({ action: z.literal('answer'), token: z.string().max(200), answer: z.enum(['yes', 'no']) }),
]);

/** Of what the database's story_for_service says. */
const storyShape = z.object({
  name: z.string(),
  experience: z.string(),
  mentor_id: z.guid().nullable(),
  mentor_email: z.string().nullable(),
  answer: z.enum(['yes', 'no']).nullable(),
  can_answer: z.boolean(),
});

/**
 * A mentor says by the link of the e-mail, without a session, whether a story may name them
 * (docs/product/outcomes.md#the-mentors-name). `read` changes nothing; an answer can be changed. 404 for a link that is
 * not valid, 410 after 60 days, 409 for a story that is not public or not verified any more, 429 as takeSubmission.
 */
export default createHandler('answer-story-name', async (request) => {
  const body = await readBody(request, bodyShape, SMALL_BODY_BYTES);
  const database = serviceClient();
  const count = database.rpc('count_submission', { p_form: 'story_name', p_source: sourceOf(request) });
  await takeSubmission(count, {}, () => copy.tooMany);
  const id = idOfEndingToken(body.token);
  if (id === undefined) throw refusal('link_unknown');
  const found: unknown = await query(database.rpc('story_for_service', { p_story_id: id }));
  const story = storyShape.nullable().parse(found);
  const link = story?.mentor_email
    ? openEndingToken('story-name', body.token, { facts: [fingerprintOf(story.mentor_email)] })
    : null;
  if (!story?.mentor_email || !story.mentor_id || !link) throw refusal('link_unknown');
  if (link.isExpired) throw refusal('link_expired');
  if (!story.can_answer) throw refusal('story_gone');
  const { name, experience } = story;
  if (body.action === 'read') return { name, experience, answer: story.answer };
  try {
    await query(
      database.rpc('answer_story_name_by_link', {
        p_story_id: id,
        p_mentor_id: story.mentor_id,
        p_email: story.mentor_email,
        p_answer: body.answer,
      }),
    );
  } catch (error) {
    if (!(error instanceof BusinessRuleError) || !(error.message in STATUS)) throw error;
    throw refusal(error.message as keyof typeof STATUS);
  }
  return { name, experience, answer: body.answer };
});

const STATUS = { link_unknown: 404, link_expired: 410, story_gone: 409 } as const;

function refusal(code: keyof typeof STATUS): HttpError {
  return new HttpError(STATUS[code], copy.refusals[code], { fields: { code } });
}
