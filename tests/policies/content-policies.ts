import { rowIds } from './policy-fixtures.ts';
import { administrator, nobody, type TablePolicies, toAdministrator, toAll } from './table-policies.ts';

export const contentPolicies: TablePolicies[] = [
  {
    table: 'public.mentor_applications',
    key: 'id',
    reads: toAdministrator([rowIds.application]),
    inserts: [
      {
        what: 'an application',
        values: { name: 'New', phone: '9876543211', linkedin: 'https://www.linkedin.com/in/new' },
        // Through the function submit-mentor-application alone, which counts them.
        by: nobody,
      },
      {
        what: 'an application that is approved already',
        values: { name: 'New', phone: '9876543211', linkedin: 'https://www.linkedin.com/in/new', status: 'approved' },
        by: nobody,
      },
    ],
    updates: [{ what: 'the status', row: rowIds.application, set: { status: 'contacted' }, by: administrator }],
    deletes: [{ row: rowIds.application, by: administrator }],
  },
  {
    table: 'public.impact_stories',
    key: 'id',
    reads: toAdministrator([rowIds.approvedStory, rowIds.pendingStory], [rowIds.approvedStory]),
    inserts: [
      // Through the function submit-impact-story alone, which counts them.
      { what: 'a story', values: { name: 'New', experience: 'Good.' }, by: nobody },
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
        values: { id: rowIds.newRow, name: 'New', role: 'Founder', video_url: 'https://files.example/new.mp4' },
        by: administrator,
      },
    ],
    updates: [{ what: 'the featured flag', row: rowIds.testimonial, set: { is_featured: true }, by: administrator }],
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
        values: { id: rowIds.newRow, name: 'New', image_url: 'https://files.example/new.png' },
        by: administrator,
      },
    ],
    updates: [
      { what: 'the name', row: rowIds.logo, set: { name: 'Other' }, by: administrator },
      // Through reorder_partner_logos() alone.
      { what: 'the position', row: rowIds.logo, set: { order_index: 3 }, by: nobody },
    ],
    deletes: [{ row: rowIds.logo, by: administrator }],
  },
];
