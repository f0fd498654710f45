import { rowIds } from './policy-fixtures.ts';
import { administrator, noPersona, type TablePolicies, toAdministrator, toAll } from './table-policies.ts';

export const contentPolicies: TablePolicies[] = [
  {
    table: 'public.mentor_applications',
    key: 'id',
    reads: toAdministrator([rowIds.application]),
    inserts: [
      // Through the function submit-mentor-application alone, which counts them.
      ['an application', { name: 'New', phone: '9876543211', linkedin: 'https://www.linkedin.com/in/new' }, noPersona],
      [
        'an application that is approved already',
        { name: 'New', phone: '9876543211', linkedin: 'https://www.linkedin.com/in/new', status: 'approved' },
        noPersona,
      ],
    ],
    updates: [['the status', rowIds.application, { status: 'contacted' }, administrator]],
    deletes: [[rowIds.application, administrator]],
  },
  {
    table: 'public.impact_stories',
    key: 'id',
    reads: toAdministrator([rowIds.approvedStory, rowIds.pendingStory], [rowIds.approvedStory]),
    inserts: [
      // Through the function submit-impact-story alone, which counts them.
      ['a story', { name: 'New', experience: 'Good.' }, noPersona],
      ['a story that is approved already', { name: 'New', experience: 'Good.', is_approved: true }, noPersona],
    ],
    updates: [
      ['the approval', rowIds.pendingStory, { is_approved: true }, administrator],
      ['the text', rowIds.approvedStory, { experience: 'Bad.' }, administrator],
    ],
    deletes: [
      [rowIds.approvedStory, administrator],
      [rowIds.pendingStory, administrator],
    ],
  },
  {
    table: 'public.video_testimonials',
    key: 'id',
    reads: toAll([rowIds.testimonial]),
    inserts: [
      [
        'a testimonial',
        { id: rowIds.newRow, name: 'New', role: 'Founder', video_url: 'https://files.example/new.mp4' },
        administrator,
      ],
    ],
    updates: [['the featured flag', rowIds.testimonial, { is_featured: true }, administrator]],
    deletes: [[rowIds.testimonial, administrator]],
  },
  {
    table: 'public.podcasts',
    key: 'id',
    reads: toAdministrator([rowIds.podcast, rowIds.draftPodcast], [rowIds.podcast]),
    inserts: [
      [
        'a podcast',
        { id: rowIds.newRow, title: 'New', youtube_url: 'https://youtu.be/ccccccccccc', youtube_id: 'ccccccccccc' },
        administrator,
      ],
    ],
    updates: [
      ['the published flag', rowIds.draftPodcast, { published: true }, administrator],
      ['the title', rowIds.podcast, { title: 'Other' }, administrator],
    ],
    deletes: [[rowIds.podcast, administrator]],
  },
  {
    table: 'public.partner_logos',
    key: 'id',
    reads: toAll([rowIds.logo]),
    inserts: [
      ['a logo', { id: rowIds.newRow, name: 'New', image_url: 'https://files.example/new.png' }, administrator],
    ],
    updates: [
      ['the name', rowIds.logo, { name: 'Other' }, administrator],
      // Through reorder_partner_logos() alone.
      ['the position', rowIds.logo, { order_index: 3 }, noPersona],
    ],
    deletes: [[rowIds.logo, administrator]],
  },
];
