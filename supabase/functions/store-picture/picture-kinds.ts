import { randomBytes } from 'node:crypto';
import { pictures as copy } from '#copy/content/pictures.ts';
import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { serviceClient } from '#functions/_shared/database.ts';
import { serviceUnavailable } from '#functions/_shared/http.ts';
import { requireService } from '#functions/_shared/keys.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { requireAdministrator, requireUser } from '#functions/_shared/people/auth.ts';
import { type FileBucket, sanitisedName } from '#rules/content/stored-file.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';

/** How a picture is cut and stored. */
export interface PictureShape {
  /** Widths of the stored variants in pixels, the widest first. */
  widths: readonly [number, ...number[]];
  /** Width by height; the rest is cut off evenly on both sides. */
  ratio: number;
  /** Nothing is cut off: the picture is scaled to fit. */
  isWhole?: boolean;
}

/** What a picture is for, and who may add one. */
interface PictureKind extends PictureShape {
  /** Null: it is drawn and not stored. */
  bucket: FileBucket | null;
  /** Refuses a caller who may not add such a picture. */
  authorise(request: Request): Promise<unknown>;
  /**
   * The beginning of the stored names; null when the query's `id` is not valid.
   * @param now in milliseconds; makes each name new, because caches keep an old file for an hour
   */
  stem(query: URLSearchParams, now: number): string | null;
}

/** A person's picture, shown as a disc. */
const FACE = { widths: [320, 160], ratio: 1 } as const;

const named = (prefix: string) => (query: URLSearchParams, now: number) =>
  `${prefix}${now}-${sanitisedName(query.get('name') ?? '')}`;

/** Makes the address of an unapproved story's photo unguessable, and each name unique. */
const chance = () => randomBytes(8).toString('hex');

/** The mentor for the own id, unless they have left, within the limits of forms (429); administrators for any. */
async function requireMentorOrAdministrator(request: Request): Promise<unknown> {
  const mentorId = new URL(request.url).searchParams.get('id') ?? '';
  const { id } = await requireUser(request);
  if (isUuid(mentorId) && (await isPresentMentor(mentorId, id))) {
    // By the profile, which another network does not change.
    const call = serviceClient().rpc('count_submission', {
      p_form: 'mentor_portrait',
      p_source: mentorId.toLowerCase(),
    });
    await takeSubmission(call, {}, copy.tooMany);
    return id;
  }
  return requireAdministrator(request);
}

/** Whether the account is that of the mentor, who has not left. */
async function isPresentMentor(mentorId: string, userId: string): Promise<boolean> {
  const { data, error } = await serviceClient()
    .from('mentors')
    .select('listing_state, mentor_private!inner(user_id)')
    .eq('id', mentorId)
    .eq('mentor_private.user_id', userId)
    .maybeSingle();
  if (error) {
    logProblem('warn', 'The database did not say whose profile it is', { error: error.message });
    throw serviceUnavailable();
  }
  return data !== null && data.listing_state !== 'left';
}

const kinds: Record<string, PictureKind> = {
  mentor: {
    bucket: 'mentor_images',
    authorise: requireMentorOrAdministrator,
    stem: (query, now) => {
      // A new mentor has an id before there is a row: the picture comes first.
      const id = query.get('id') ?? '';
      return isUuid(id) ? `mentors/${id.toLowerCase()}-${now}` : null;
    },
    widths: [640, 320, 160],
    ratio: 4 / 5,
  },
  story: {
    bucket: 'mentor_images',
    authorise: (request) =>
      takeSubmission(
        serviceClient().rpc('count_submission', { p_form: 'impact_story_photo', p_source: sourceOf(request) }),
      ),
    stem: (_query, now) => `impact-stories/${now}-${chance()}`,
    ...FACE,
  },
  profile: { bucket: 'video_testimonials', authorise: requireAdministrator, stem: named('profile-'), ...FACE },
  thumbnail: {
    bucket: 'video_testimonials',
    authorise: requireAdministrator,
    stem: named('thumbnail-'),
    widths: [720, 360],
    ratio: 9 / 16,
  },
  logo: {
    bucket: 'partner_logos',
    authorise: requireAdministrator,
    stem: (_query, now) => `${now}-${chance()}`,
    widths: [480, 240],
    ratio: 2,
    isWhole: true,
  },
  // For npm run doctor: as the largest of the others.
  check: {
    bucket: null,
    authorise: async (request) => requireService(request),
    stem: () => '',
    widths: [640, 320, 160],
    ratio: 4 / 5,
  },
};

/** The kinds by their name in the request's query. */
export const pictureKinds: ReadonlyMap<string, PictureKind> = new Map(Object.entries(kinds));
