import { requireAdministrator } from '#functions/_shared/session.ts';
import { isUuid } from '#rules/mentor-path.ts';

/** How a picture is cut and stored. */
export interface PictureShape {
  /** Widths of the stored variants in pixels, the widest first. */
  widths: readonly [number, ...number[]];
  /** Width by height; what is beyond it is cut off evenly on both sides. */
  ratio: number;
}

/** What a picture is for, and who may add one. */
interface PictureKind extends PictureShape {
  bucket: string;
  /** Refuses whoever may not add such a picture. */
  authorise(request: Request): Promise<unknown>;
  /** What the stored names begin with; null where `id` cannot be the id of what the picture belongs to. */
  stem(id: string): string | null;
}

/** The kinds by their name in the request's query. */
export const pictureKinds: ReadonlyMap<string, PictureKind> = new Map([
  [
    'mentor',
    {
      bucket: 'mentor_images',
      authorise: requireAdministrator,
      // A new mentor has an id before there is a row: the picture comes first.
      stem: (id) => (isUuid(id) ? `mentors/${id.toLowerCase()}` : null),
      widths: [640, 320, 160],
      ratio: 4 / 5,
    },
  ],
]);
