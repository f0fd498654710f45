import { people } from '#tests/kit/personas.ts';
import { rowIds } from './policy-fixtures.ts';
import { administrator, noPersona, type TablePolicies, toAdministrator, toAll, toThese } from './table-policies.ts';

const { founder, otherFounder } = people;

export const marketplacePolicies: TablePolicies[] = [
  {
    table: 'public.profiles',
    key: 'id',
    // What administrators read of people goes through list_people, which leaves an entry in the audit log.
    reads: toThese({
      founder: [founder.id],
      otherFounder: [otherFounder.id],
      mentor: [people.mentor.id],
      otherMentor: [people.otherMentor.id],
      administrator: [people.administrator.id],
    }),
    inserts: [['a profile', { id: rowIds.newRow, name: 'New' }, noPersona]],
    updates: [
      [
        'the investor form',
        founder.id,
        {
          phone: '9876543210',
          startup_name: 'Kite',
          idea: 'Kites for all',
          industry: 'Toys',
          profile_completed: true,
          vc_interest_submitted: true,
        },
        ['founder'],
      ],
      ['the phone of the account', founder.id, { phone: '9876543210', is_phone_kept: true }, ['founder']],
      ['the name', founder.id, { name: 'Another' }, noPersona],
      ['the e-mail', founder.id, { email: 'other@startup.example' }, noPersona],
      ['the administrator flag of a founder', founder.id, { is_admin: true }, noPersona],
      ['the administrator flag of an administrator', people.administrator.id, { is_admin: false }, noPersona],
      ['the date', founder.id, { created_at: '2020-01-01T00:00:00Z' }, noPersona],
    ],
    deletes: [[founder.id, noPersona]],
  },
  {
    table: 'public.categories',
    key: 'id',
    within: { column: 'icon', value: 'scale' },
    reads: toAll([rowIds.category, rowIds.unusedCategory]),
    inserts: [['a category', { id: rowIds.newRow, name: 'New', icon: 'scale' }, administrator]],
    updates: [
      ['the description', rowIds.category, { description: 'Law.' }, administrator],
      // Through reorder_categories() alone.
      ['the position', rowIds.category, { order_index: 3 }, noPersona],
    ],
    deletes: [
      // A mentor has it.
      [rowIds.category, noPersona],
      [rowIds.unusedCategory, administrator],
    ],
  },
  {
    table: 'public.mentors',
    key: 'id',
    // The other mentor's profile is a draft.
    reads: {
      ...toAll([rowIds.mentor, rowIds.idleMentor, rowIds.addressedMentor]),
      otherMentor: [rowIds.mentor, rowIds.otherMentor, rowIds.idleMentor, rowIds.addressedMentor],
      administrator: [rowIds.mentor, rowIds.otherMentor, rowIds.idleMentor, rowIds.addressedMentor],
    },
    inserts: [
      [
        'a mentor',
        { id: rowIds.newRow, name: 'New', title: 'Partner', expertise: 'Sales', bio: 'Sold things.', price: 900 },
        administrator,
      ],
      [
        'a mentor who has left',
        {
          id: rowIds.newRow,
          name: 'New',
          title: 'Partner',
          expertise: 'Sales',
          bio: 'Sold things.',
          price: 900,
          listing_state: 'left',
        },
        noPersona,
      ],
    ],
    updates: [
      ['the price', rowIds.mentor, { price: 1 }, administrator],
      ['the homepage feature', rowIds.mentor, { is_featured_on_homepage: true }, administrator],
      ['the listing', rowIds.mentor, { listing_state: 'left' }, noPersona],
    ],
    deletes: [[rowIds.idleMentor, administrator]],
  },
  {
    table: 'public.mentor_categories',
    key: 'category_id',
    // The other one is of a draft.
    reads: {
      ...toAll([rowIds.category]),
      otherMentor: [rowIds.category, rowIds.otherCategory],
      administrator: [rowIds.category, rowIds.otherCategory],
    },
    inserts: [['a link', { mentor_id: rowIds.mentor, category_id: rowIds.otherCategory }, administrator]],
    updates: [['the category', rowIds.category, { category_id: rowIds.otherCategory }, noPersona]],
    deletes: [[rowIds.category, administrator]],
  },
  {
    table: 'public.mentor_private',
    key: 'mentor_id',
    reads: toAdministrator([rowIds.mentor, rowIds.otherMentor, rowIds.addressedMentor]),
    inserts: [
      ['an e-mail', { mentor_id: rowIds.idleMentor, email: 'new@private.example' }, administrator],
      ['an account', { mentor_id: rowIds.idleMentor, email: 'new@private.example', user_id: founder.id }, noPersona],
    ],
    updates: [
      ['the e-mail', rowIds.mentor, { email: 'new@private.example' }, administrator],
      ['the account', rowIds.mentor, { user_id: founder.id }, noPersona],
    ],
    deletes: [
      // It would unlink the account.
      [rowIds.mentor, noPersona],
      [rowIds.addressedMentor, administrator],
    ],
  },
  {
    table: 'public.mentor_availability',
    key: 'id',
    // What is hidden, its mentor and administrators read.
    reads: {
      ...toAll([rowIds.slot]),
      mentor: [rowIds.slot, rowIds.hiddenSlot],
      administrator: [rowIds.slot, rowIds.hiddenSlot],
    },
    inserts: [
      [
        'a slot',
        { id: rowIds.newRow, mentor_id: rowIds.mentor, date: '2099-01-01', start_time: '10:00', end_time: '11:00' },
        administrator,
      ],
    ],
    updates: [
      ['the booked flag', rowIds.slot, { is_booked: true }, noPersona],
      ['the date', rowIds.slot, { date: '2099-01-01' }, noPersona],
      ['where it comes from', rowIds.slot, { source: 'rule' }, noPersona],
      ['why it is hidden', rowIds.slot, { hidden_because: 'paused' }, noPersona],
    ],
    deletes: [[rowIds.slot, administrator]],
  },
  {
    table: 'public.mentor_drafts',
    key: 'id',
    reads: toThese({ mentor: [rowIds.draft], administrator: [rowIds.draft] }),
    inserts: [
      ['a draft past the function', { id: rowIds.newRow, mentor_id: rowIds.otherMentor, fields: '{}' }, noPersona],
    ],
    updates: [
      ['the fields', rowIds.draft, { fields: '{"city":"Pune"}' }, noPersona],
      ['the state', rowIds.draft, { state: 'published', decided_at: '2026-01-01T00:00:00Z' }, noPersona],
    ],
    deletes: [[rowIds.draft, noPersona]],
  },
  {
    table: 'public.review_replies',
    key: 'review_id',
    // Of a review whose reply was removed, the mentor and administrators read it.
    reads: {
      ...toAll([rowIds.review]),
      mentor: [rowIds.review, rowIds.otherReview],
      administrator: [rowIds.review, rowIds.otherReview],
    },
    inserts: [
      ['a reply past the function', { review_id: rowIds.thirdReview, mentor_id: rowIds.mentor, body: 'Hi' }, noPersona],
    ],
    updates: [
      ['the body', rowIds.review, { body: 'Another' }, noPersona],
      ['that it was deleted', rowIds.otherReview, { deleted_at: '2026-01-01T00:00:00Z' }, noPersona],
    ],
    deletes: [[rowIds.review, noPersona]],
  },
  {
    table: 'public.review_reports',
    key: 'id',
    reads: toThese({ mentor: [rowIds.report], administrator: [rowIds.report] }),
    inserts: [
      [
        'a report past the function',
        { id: rowIds.newRow, review_id: rowIds.review, mentor_id: rowIds.mentor, reason: 'insulting' },
        noPersona,
      ],
    ],
    updates: [['the state', rowIds.report, { state: 'removed', decided_at: '2026-01-01T00:00:00Z' }, noPersona]],
    deletes: [[rowIds.report, noPersona]],
  },
  {
    table: 'public.mentor_weekly_hours',
    key: 'mentor_id',
    reads: toThese({ mentor: [rowIds.mentor], administrator: [rowIds.mentor] }),
    inserts: [
      [
        'hours past the function',
        { mentor_id: rowIds.otherMentor, weekday: 1, start_minute: 600, end_minute: 660 },
        noPersona,
      ],
    ],
    updates: [['the start', rowIds.mentor, { start_minute: 615 }, noPersona]],
    deletes: [[rowIds.mentor, noPersona]],
  },
  {
    table: 'public.mentor_date_overrides',
    key: 'mentor_id',
    reads: toThese({ mentor: [rowIds.mentor], administrator: [rowIds.mentor] }),
    inserts: [
      [
        'a date past the function',
        { mentor_id: rowIds.otherMentor, date: '2099-01-01', ranges: '{[600,660)}' },
        noPersona,
      ],
    ],
    updates: [['the date', rowIds.mentor, { date: '2099-02-01' }, noPersona]],
    deletes: [[rowIds.mentor, noPersona]],
  },
  {
    table: 'public.mentor_time_off',
    key: 'id',
    reads: toThese({ mentor: [rowIds.timeOff], administrator: [rowIds.timeOff] }),
    inserts: [
      [
        'time off past the function',
        { id: rowIds.newRow, mentor_id: rowIds.mentor, first_day: '2099-02-01', last_day: '2099-02-02' },
        noPersona,
      ],
    ],
    updates: [['the last day', rowIds.timeOff, { last_day: '2099-01-05' }, noPersona]],
    deletes: [[rowIds.timeOff, noPersona]],
  },
  {
    table: 'public.holidays',
    key: 'name',
    within: { column: 'date', value: '2027-08-15' },
    reads: toAll(['Independence Day']),
    inserts: [['a holiday past the function', { date: '2027-08-15', name: 'Another' }, noPersona]],
    updates: [['the name', 'Independence Day', { name: 'Another' }, noPersona]],
    deletes: [['Independence Day', noPersona]],
  },
  {
    table: 'public.search_synonyms',
    key: 'means',
    within: { column: 'term', value: 'seo' },
    reads: toThese({ administrator: ['marketing'] }),
    inserts: [['an entry past the function', { term: 'seo', means: 'growth' }, noPersona]],
    updates: [['the meaning', 'marketing', { means: 'growth' }, noPersona]],
    deletes: [['marketing', noPersona]],
  },
  {
    table: 'public.public_counters',
    key: 'mentors',
    reads: toAll([7]),
    hasOneRow: true,
    inserts: [],
    updates: [['a figure', 7, { founders: 501 }, noPersona]],
    deletes: [[7, noPersona]],
  },
  {
    table: 'public.promise_days',
    key: 'requests',
    reads: toThese({ administrator: [5] }),
    inserts: [
      [
        'a day',
        {
          day: '2026-01-02',
          is_demonstration: false,
          requests: 6,
          answered_in_time: 6,
          unanswered: 0,
          unanswered_refunded: 0,
          answer_hours: '{}',
          sessions: 0,
          held: 0,
          mentor_missed: 0,
          founder_missed: 0,
          cancelled: 0,
          refunds: 0,
          refunds_in_time: 0,
          asked: 0,
          answered: 0,
          helped: 0,
        },
        noPersona,
      ],
    ],
    updates: [['a count', 5, { answered_in_time: 5 }, noPersona]],
    deletes: [[5, noPersona]],
  },
  {
    table: 'public.mentor_reviews',
    key: 'id',
    reads: toAll([rowIds.review, rowIds.otherReview, rowIds.thirdReview]),
    inserts: [
      ['a review', { id: rowIds.newRow, mentor_id: rowIds.mentor, author_name: 'New', rating: 1 }, administrator],
    ],
    // Of these a mentor changes none, also of the own profile (docs/product/reviews.md#who-may-do-what).
    updates: [
      ['the rating', rowIds.review, { rating: 1 }, administrator],
      ['the text', rowIds.review, { comment: 'Great.' }, administrator],
    ],
    deletes: [[rowIds.review, administrator]],
  },
  {
    table: 'public.favourites',
    key: 'mentor_id',
    // Each their own: no administrator.
    reads: toThese({ founder: [rowIds.mentor], otherFounder: [rowIds.otherMentor] }),
    inserts: [['a favourite', { user_id: founder.id, mentor_id: rowIds.otherMentor }, ['founder']]],
    updates: [['the mentor', rowIds.mentor, { mentor_id: rowIds.idleMentor }, noPersona]],
    deletes: [[rowIds.mentor, ['founder']]],
  },
  {
    table: 'public.session_briefs',
    key: 'booking_id',
    // Mentors read them by session_page() alone.
    reads: toThese({
      founder: [rowIds.founderBooking],
      otherFounder: [rowIds.otherBooking],
      administrator: [rowIds.founderBooking, rowIds.otherBooking],
    }),
    inserts: [['a brief', { booking_id: rowIds.newRow, user_id: founder.id, stage: 'idea' }, noPersona]],
    updates: [['the question', rowIds.founderBooking, { question: 'Another question' }, noPersona]],
    deletes: [[rowIds.founderBooking, noPersona]],
  },
  {
    table: 'public.session_notes',
    key: 'body',
    within: { column: 'booking_id', value: rowIds.founderBooking },
    // Each their own: no administrator.
    reads: toThese({ founder: ['Of the founder'], mentor: ['Of the mentor'] }),
    inserts: [['a note', { booking_id: rowIds.otherBooking, author_id: founder.id, body: 'New' }, noPersona]],
    updates: [['the note', 'Of the founder', { body: 'Another' }, noPersona]],
    deletes: [['Of the founder', noPersona]],
  },
  {
    table: 'public.session_summaries',
    key: 'booking_id',
    // A draft reaches neither the founder nor an administrator.
    reads: toThese({ founder: [rowIds.founderBooking], administrator: [rowIds.founderBooking] }),
    inserts: [['a summary', { booking_id: rowIds.mentorsBooking, body: 'New' }, noPersona]],
    updates: [['the summary', rowIds.founderBooking, { body: 'Another' }, noPersona]],
    deletes: [[rowIds.founderBooking, noPersona]],
  },
  {
    table: 'public.action_items',
    key: 'id',
    reads: toThese({
      founder: [rowIds.item],
      otherFounder: [rowIds.otherItem],
      administrator: [rowIds.item, rowIds.otherItem],
    }),
    inserts: [
      ['an item', { id: rowIds.newRow, booking_id: rowIds.founderBooking, owner: 'founder', text: 'New' }, noPersona],
    ],
    updates: [['the text', rowIds.item, { text: 'Another' }, noPersona]],
    deletes: [[rowIds.item, noPersona]],
  },
  {
    table: 'public.session_contacts',
    key: 'booking_id',
    reads: toThese({ founder: [rowIds.founderBooking], otherFounder: [rowIds.otherBooking] }),
    inserts: [['a sharing', { booking_id: rowIds.mentorsBooking, shares_email: true }, noPersona]],
    updates: [['the sharing', rowIds.founderBooking, { shares_phone: true }, noPersona]],
    deletes: [[rowIds.founderBooking, noPersona]],
  },
  {
    table: 'public.bookings',
    key: 'id',
    // A mentor reads no booking of the own profile here, but those that the mentor made as a founder.
    reads: toThese({
      founder: [rowIds.founderBooking],
      otherFounder: [rowIds.otherBooking],
      mentor: [rowIds.mentorsBooking],
      administrator: [rowIds.founderBooking, rowIds.otherBooking, rowIds.mentorsBooking],
    }),
    inserts: [
      [
        'an unpaid booking',
        {
          id: rowIds.newRow,
          mentor_id: rowIds.mentor,
          mentor_name: 'Dev Mentor',
          user_id: founder.id,
          date: '2099-01-01',
          start_time: '10:00',
          end_time: '11:00',
        },
        noPersona,
      ],
    ],
    updates: [
      ['the status to cancelled', rowIds.founderBooking, { status: 'cancelled' }, ['founder']],
      ['the status to confirmed', rowIds.founderBooking, { status: 'confirmed' }, administrator],
      ['the status to rejected, without a reason', rowIds.founderBooking, { status: 'rejected' }, noPersona],
      ['the status to completed', rowIds.founderBooking, { status: 'completed' }, noPersona],
      [
        'the time, as a reschedule',
        rowIds.founderBooking,
        { date: '2099-01-01', status: 'rescheduled', notes: 'Rescheduled: travel' },
        administrator,
      ],
      ['the notes', rowIds.founderBooking, { notes: 'Hello' }, administrator],
      ['the owner', rowIds.founderBooking, { user_id: otherFounder.id }, noPersona],
      // Of these, and of the account and the listing above, no client writes any.
      ['who approves it', rowIds.founderBooking, { approval_mode: 'mentor' }, noPersona],
      ['the mentor', rowIds.founderBooking, { mentor_id: rowIds.otherMentor }, noPersona],
      [
        'the time, for an incident that cannot have been',
        rowIds.founderBooking,
        { date: '2099-01-01', status: 'rescheduled', incident: 'mentor_no_show', incident_at: '2026-01-01T00:00:00Z' },
        noPersona,
      ],
      [
        'the time, as asked for before the booking was made',
        rowIds.founderBooking,
        {
          date: '2099-01-01',
          status: 'rescheduled',
          incident: 'founder_cancels',
          incident_at: '2026-01-02T00:00:00Z',
          incident_asked_at: '2026-01-01T00:00:00Z',
        },
        noPersona,
      ],
      ['the age', rowIds.founderBooking, { created_at: '2099-01-01T00:00:00Z' }, noPersona],
      ['the time for an answer', rowIds.founderBooking, { answer_by: '2099-01-01T00:00:00Z' }, noPersona],
      ['who approves it', rowIds.founderBooking, { approval_mode: 'mentor' }, noPersona],
      ['the code', rowIds.founderBooking, { code: 'P0-ABCDEF' }, noPersona],
    ],
    deletes: [[rowIds.founderBooking, noPersona]],
  },
  {
    table: 'public.change_requests',
    key: 'id',
    reads: toThese({ founder: [rowIds.request], administrator: [rowIds.request] }),
    inserts: [
      [
        'a request past the function',
        { id: rowIds.newRow, booking_id: rowIds.founderBooking, user_id: founder.id, kind: 'cancel' },
        noPersona,
      ],
    ],
    updates: [['the state', rowIds.request, { state: 'withdrawn', answered_at: '2026-01-01T00:00:00Z' }, noPersona]],
    deletes: [[rowIds.request, noPersona]],
  },
  {
    table: 'public.time_proposals',
    key: 'id',
    reads: toThese({
      founder: [rowIds.sentTime],
      mentor: [rowIds.sentTime, rowIds.draftTime],
      administrator: [rowIds.sentTime, rowIds.draftTime],
    }),
    inserts: [
      [
        'a time past the function',
        {
          id: rowIds.newRow,
          booking_id: rowIds.founderBooking,
          mentor_id: rowIds.mentor,
          kind: 'move',
          date: '2099-01-01',
          start_time: '10:00',
          end_time: '11:00',
          state: 'draft',
        },
        noPersona,
      ],
    ],
    updates: [['the state', rowIds.sentTime, { state: 'accepted', decided_at: '2026-01-01T00:00:00Z' }, noPersona]],
    deletes: [[rowIds.draftTime, noPersona]],
  },
  {
    table: 'public.mentor_settings',
    key: 'mentor_id',
    reads: toThese({
      mentor: [rowIds.mentor],
      otherMentor: [rowIds.otherMentor],
      administrator: [rowIds.mentor, rowIds.otherMentor, rowIds.idleMentor, rowIds.addressedMentor],
    }),
    inserts: [['settings', { mentor_id: rowIds.newRow }, noPersona]],
    updates: [['the zone', rowIds.mentor, { time_zone: 'UTC' }, noPersona]],
    deletes: [[rowIds.mentor, noPersona]],
  },
];
