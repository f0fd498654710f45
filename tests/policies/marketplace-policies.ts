import { people } from '#tests/kit/personas.ts';
import { rowIds } from './policy-fixtures.ts';
import { administrator, nobody, type TablePolicies, toAdministrator, toAll } from './table-policies.ts';

const { founder, otherFounder } = people;
const allPeople = Object.values(people).map((person) => person.id);

export const marketplacePolicies: TablePolicies[] = [
  {
    table: 'public.profiles',
    key: 'id',
    reads: { visitor: [], founder: [founder.id], otherFounder: [otherFounder.id], administrator: allPeople },
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
    inserts: [{ what: 'a category', values: { id: rowIds.newRow, name: 'New', icon: 'scale' }, by: administrator }],
    updates: [{ what: 'the description', row: rowIds.category, set: { description: 'Law.' }, by: administrator }],
    deletes: [{ row: rowIds.category, by: administrator }],
  },
  {
    table: 'public.mentors',
    key: 'id',
    reads: toAll([rowIds.mentor, rowIds.otherMentor]),
    inserts: [
      {
        what: 'a mentor',
        values: {
          id: rowIds.newRow,
          name: 'New',
          title: 'Partner',
          expertise: 'Sales',
          bio: 'Sold things.',
          price: 900,
        },
        by: administrator,
      },
    ],
    updates: [
      { what: 'the price', row: rowIds.mentor, set: { price: 1 }, by: administrator },
      { what: 'the homepage feature', row: rowIds.mentor, set: { is_featured_on_homepage: true }, by: administrator },
    ],
    deletes: [{ row: rowIds.otherMentor, by: administrator }],
  },
  {
    table: 'public.mentor_categories',
    key: 'category_id',
    reads: toAll([rowIds.category]),
    inserts: [
      { what: 'a link', values: { mentor_id: rowIds.mentor, category_id: rowIds.otherCategory }, by: administrator },
    ],
    updates: [{ what: 'the category', row: rowIds.category, set: { category_id: rowIds.otherCategory }, by: nobody }],
    deletes: [{ row: rowIds.category, by: administrator }],
  },
  {
    table: 'public.mentor_private',
    key: 'mentor_id',
    reads: toAdministrator([rowIds.mentor]),
    inserts: [
      { what: 'an e-mail', values: { mentor_id: rowIds.otherMentor, email: 'new@private.example' }, by: administrator },
    ],
    updates: [{ what: 'the e-mail', row: rowIds.mentor, set: { email: 'new@private.example' }, by: administrator }],
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
        what: 'a review of their own, past the function',
        values: { id: rowIds.newRow, mentor_id: rowIds.mentor, user_id: founder.id, author_name: 'Asha', rating: 5 },
        by: administrator,
      },
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
      { what: 'the status to cancelled', row: rowIds.founderBooking, set: { status: 'cancelled' }, by: ['founder'] },
      { what: 'the status to confirmed', row: rowIds.founderBooking, set: { status: 'confirmed' }, by: administrator },
      { what: 'the status to rejected', row: rowIds.founderBooking, set: { status: 'rejected' }, by: administrator },
      { what: 'the status to completed', row: rowIds.founderBooking, set: { status: 'completed' }, by: nobody },
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
        what: 'the time, for an incident that cannot have been',
        row: rowIds.founderBooking,
        set: {
          date: '2099-01-01',
          status: 'rescheduled',
          incident: 'mentor_no_show',
          incident_at: '2026-01-01T00:00:00Z',
        },
        by: nobody,
      },
      {
        what: 'the time, as asked for before the booking was made',
        row: rowIds.founderBooking,
        set: {
          date: '2099-01-01',
          status: 'rescheduled',
          incident: 'founder_cancels',
          incident_at: '2026-01-02T00:00:00Z',
          incident_asked_at: '2026-01-01T00:00:00Z',
        },
        by: nobody,
      },
      { what: 'the age', row: rowIds.founderBooking, set: { created_at: '2099-01-01T00:00:00Z' }, by: nobody },
    ],
    deletes: [{ row: rowIds.founderBooking, by: nobody }],
  },
];
