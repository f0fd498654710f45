/**
 * Who may do what to each table, as data: the policies' specification for tests in SQL and over HTTP. Whoever is not
 * named in `by` must leave the table as it was, be it through an error or through "no rows".
 *
 * Fixtures: policy-fixtures.ts. Adding a table without adding it here fails policies.test.ts.
 */
import { type Persona, people, personas } from './personas.ts';
import { buckets, rowIds } from './policy-fixtures.ts';

type Value = string | number | boolean;

export interface TablePolicies {
  table: string;
  /** Column that names a row in what follows. */
  key: string;
  /** Only rows for which this holds are looked at; for tables that have other rows as well. */
  within?: { column: string; value: Value };
  /** Keys of the rows that each persona sees, out of the fixtures. */
  reads: Record<Persona, Value[]>;
  inserts: { what: string; values: Record<string, Value>; by: Persona[] }[];
  updates: { what: string; row: Value; set: Record<string, Value>; by: Persona[] }[];
  deletes: { row: Value; by: Persona[] }[];
}

const everyone: Persona[] = [...personas];
const administrator: Persona[] = ['administrator'];
const nobody: Persona[] = [];

function toAll(keys: Value[]): Record<Persona, Value[]> {
  return { visitor: keys, founder: keys, otherFounder: keys, administrator: keys };
}

function toAdministrator(keys: Value[], toOthers: Value[] = []): Record<Persona, Value[]> {
  return { ...toAll(toOthers), administrator: keys };
}

const { founder, otherFounder } = people;
const allPeople = Object.values(people).map((person) => person.id);

export const policyMatrix: TablePolicies[] = [
  {
    table: 'public.profiles',
    key: 'id',
    reads: {
      visitor: [],
      founder: [founder.id],
      otherFounder: [otherFounder.id],
      administrator: allPeople,
    },
    inserts: [{ what: 'a profile', values: { id: rowIds.newRow, name: 'New' }, by: nobody }],
    updates: [
      {
        what: 'the investor form',
        row: founder.id,
        set: {
          phone: '9876543210',
          startup_name: 'Kite',
          idea: 'Kites for all',
          industry: 'Toys',
          profile_completed: true,
          vc_interest_submitted: true,
        },
        by: ['founder'],
      },
      { what: 'the name', row: founder.id, set: { name: 'Another' }, by: nobody },
      { what: 'the e-mail', row: founder.id, set: { email: 'other@startup.example' }, by: nobody },
      { what: 'the administrator flag of a founder', row: founder.id, set: { is_admin: true }, by: nobody },
      {
        what: 'the administrator flag of an administrator',
        row: people.administrator.id,
        set: { is_admin: false },
        by: nobody,
      },
      { what: 'the date', row: founder.id, set: { created_at: '2020-01-01T00:00:00Z' }, by: nobody },
    ],
    deletes: [{ row: founder.id, by: nobody }],
  },
  {
    table: 'public.categories',
    key: 'id',
    within: { column: 'icon', value: 'scale' },
    reads: toAll([rowIds.category]),
    inserts: [
      { what: 'a category', values: { id: rowIds.newRow, name: 'New', icon: 'scale' }, by: administrator },
    ],
    updates: [
      { what: 'the description', row: rowIds.category, set: { description: 'Law.' }, by: administrator },
    ],
    deletes: [{ row: rowIds.category, by: administrator }],
  },
  {
    table: 'public.mentors',
    key: 'id',
    reads: toAll([rowIds.mentor, rowIds.otherMentor]),
    inserts: [{ what: 'a mentor', values: { id: rowIds.newRow, name: 'New' }, by: administrator }],
    updates: [
      { what: 'the price', row: rowIds.mentor, set: { price: 1 }, by: administrator },
      {
        what: 'the homepage feature',
        row: rowIds.mentor,
        set: { is_featured_on_homepage: true },
        by: administrator,
      },
    ],
    deletes: [{ row: rowIds.otherMentor, by: administrator }],
  },
  {
    table: 'public.mentor_categories',
    key: 'category_id',
    reads: toAll([rowIds.category]),
    inserts: [
      {
        what: 'a link',
        values: { mentor_id: rowIds.mentor, category_id: rowIds.otherCategory },
        by: administrator,
      },
    ],
    updates: [
      { what: 'the category', row: rowIds.category, set: { category_id: rowIds.otherCategory }, by: nobody },
    ],
    deletes: [{ row: rowIds.category, by: administrator }],
  },
  {
    table: 'public.mentor_private',
    key: 'mentor_id',
    reads: toAdministrator([rowIds.mentor]),
    inserts: [
      {
        what: 'an e-mail',
        values: { mentor_id: rowIds.otherMentor, email: 'new@private.example' },
        by: administrator,
      },
    ],
    updates: [
      { what: 'the e-mail', row: rowIds.mentor, set: { email: 'new@private.example' }, by: administrator },
    ],
    deletes: [{ row: rowIds.mentor, by: administrator }],
  },
  {
    table: 'public.mentor_availability',
    key: 'id',
    reads: toAll([rowIds.slot]),
    inserts: [
      {
        what: 'a slot',
        values: {
          id: rowIds.newRow,
          mentor_id: rowIds.mentor,
          date: '2099-01-01',
          start_time: '10:00',
          end_time: '11:00',
        },
        by: administrator,
      },
    ],
    updates: [
      { what: 'the booked flag', row: rowIds.slot, set: { is_booked: true }, by: nobody },
      { what: 'the date', row: rowIds.slot, set: { date: '2099-01-01' }, by: nobody },
    ],
    deletes: [{ row: rowIds.slot, by: administrator }],
  },
  {
    table: 'public.mentor_reviews',
    key: 'id',
    reads: toAll([rowIds.review]),
    inserts: [
      {
        what: 'a review',
        values: { id: rowIds.newRow, mentor_id: rowIds.mentor, author_name: 'New', rating: 1 },
        by: administrator,
      },
    ],
    updates: [{ what: 'the rating', row: rowIds.review, set: { rating: 1 }, by: administrator }],
    deletes: [{ row: rowIds.review, by: administrator }],
  },
  {
    table: 'public.bookings',
    key: 'id',
    reads: {
      visitor: [],
      founder: [rowIds.founderBooking],
      otherFounder: [rowIds.otherBooking],
      administrator: [rowIds.founderBooking, rowIds.otherBooking],
    },
    inserts: [
      {
        what: 'an unpaid booking',
        values: {
          id: rowIds.newRow,
          mentor_id: rowIds.mentor,
          mentor_name: 'Dev Mentor',
          user_id: founder.id,
          date: '2099-01-01',
          start_time: '10:00',
          end_time: '11:00',
        },
        by: nobody,
      },
    ],
    updates: [
      {
        what: 'the status to cancelled',
        row: rowIds.founderBooking,
        set: { status: 'cancelled' },
        by: ['founder'],
      },
      {
        what: 'the status to confirmed',
        row: rowIds.founderBooking,
        set: { status: 'confirmed' },
        by: administrator,
      },
      {
        what: 'the status to rejected',
        row: rowIds.founderBooking,
        set: { status: 'rejected' },
        by: administrator,
      },
      {
        what: 'the status to completed',
        row: rowIds.founderBooking,
        set: { status: 'completed' },
        by: nobody,
      },
      {
        what: 'the time, as a reschedule',
        row: rowIds.founderBooking,
        set: { date: '2099-01-01', status: 'rescheduled', notes: 'Rescheduled: travel' },
        by: administrator,
      },
      { what: 'the notes', row: rowIds.founderBooking, set: { notes: 'Hello' }, by: administrator },
      { what: 'the owner', row: rowIds.founderBooking, set: { user_id: otherFounder.id }, by: nobody },
      { what: 'the mentor', row: rowIds.founderBooking, set: { mentor_id: rowIds.otherMentor }, by: nobody },
      {
        what: 'the age',
        row: rowIds.founderBooking,
        set: { created_at: '2099-01-01T00:00:00Z' },
        by: nobody,
      },
    ],
    deletes: [{ row: rowIds.founderBooking, by: nobody }],
  },
  {
    table: 'public.mentor_applications',
    key: 'id',
    reads: toAdministrator([rowIds.application]),
    inserts: [
      {
        what: 'an application',
        values: { name: 'New', phone: '9876543211', linkedin: 'https://www.linkedin.com/in/new' },
        by: everyone,
      },
      {
        what: 'an application that is approved already',
        values: {
          name: 'New',
          phone: '9876543211',
          linkedin: 'https://www.linkedin.com/in/new',
          status: 'approved',
        },
        by: nobody,
      },
    ],
    updates: [
      { what: 'the status', row: rowIds.application, set: { status: 'contacted' }, by: administrator },
    ],
    deletes: [{ row: rowIds.application, by: administrator }],
  },
  {
    table: 'public.impact_stories',
    key: 'id',
    reads: toAdministrator([rowIds.approvedStory, rowIds.pendingStory], [rowIds.approvedStory]),
    inserts: [
      { what: 'a story', values: { name: 'New', experience: 'Good.' }, by: everyone },
      {
        what: 'a story that is approved already',
        values: { name: 'New', experience: 'Good.', is_approved: true },
        by: nobody,
      },
    ],
    updates: [
      { what: 'the approval', row: rowIds.pendingStory, set: { is_approved: true }, by: administrator },
      { what: 'the text', row: rowIds.approvedStory, set: { experience: 'Bad.' }, by: administrator },
    ],
    deletes: [
      { row: rowIds.approvedStory, by: administrator },
      { row: rowIds.pendingStory, by: administrator },
    ],
  },
  {
    table: 'public.video_testimonials',
    key: 'id',
    reads: toAll([rowIds.testimonial]),
    inserts: [
      {
        what: 'a testimonial',
        values: {
          id: rowIds.newRow,
          name: 'New',
          role: 'Founder',
          video_url: 'https://files.example/new.mp4',
        },
        by: administrator,
      },
    ],
    updates: [
      { what: 'the featured flag', row: rowIds.testimonial, set: { is_featured: true }, by: administrator },
    ],
    deletes: [{ row: rowIds.testimonial, by: administrator }],
  },
  {
    table: 'public.podcasts',
    key: 'id',
    reads: toAdministrator([rowIds.podcast, rowIds.draftPodcast], [rowIds.podcast]),
    inserts: [
      {
        what: 'a podcast',
        values: {
          id: rowIds.newRow,
          title: 'New',
          youtube_url: 'https://youtu.be/ccccccccccc',
          youtube_id: 'ccccccccccc',
        },
        by: administrator,
      },
    ],
    updates: [
      { what: 'the published flag', row: rowIds.draftPodcast, set: { published: true }, by: administrator },
      { what: 'the title', row: rowIds.podcast, set: { title: 'Other' }, by: administrator },
    ],
    deletes: [{ row: rowIds.podcast, by: administrator }],
  },
  {
    table: 'public.partner_logos',
    key: 'id',
    reads: toAll([rowIds.logo]),
    inserts: [
      {
        what: 'a logo',
        values: {
          id: rowIds.newRow,
          name: 'New',
          image_url: 'https://files.example/new.png',
          order_index: 2,
        },
        by: administrator,
      },
    ],
    updates: [{ what: 'the position', row: rowIds.logo, set: { order_index: 3 }, by: administrator }],
    deletes: [{ row: rowIds.logo, by: administrator }],
  },
];

/** Storage, one entry a bucket. Over HTTP these go through the storage API, not through tables. */
export const storageMatrix: TablePolicies[] = buckets.map((bucket) => ({
  table: 'storage.objects',
  key: 'name',
  within: { column: 'bucket_id', value: bucket },
  reads: toAll([`${bucket}-file`]),
  inserts: [
    { what: 'a file', values: { bucket_id: bucket, name: 'new.webp' }, by: administrator },
    {
      what: 'a story’s photo',
      values: { bucket_id: bucket, name: 'impact-stories/1700000000-abc.webp' },
      by: bucket === 'mentor_images' ? everyone : administrator,
    },
    {
      what: 'a file deeper in the stories’ folder',
      values: { bucket_id: bucket, name: 'impact-stories/deep/new.webp' },
      by: administrator,
    },
  ],
  updates: [{ what: 'the name', row: `${bucket}-file`, set: { name: 'other' }, by: administrator }],
  deletes: [{ row: `${bucket}-file`, by: administrator }],
}));
