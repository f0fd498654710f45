import { ExternalLink, Mail } from 'lucide-react';
import { applicationsCopy as copy } from '#copy/mentors/admin-applications.ts';
import { adminMentorAccounts } from '#copy/people/admin-mentor-accounts.ts';
import { phoneLink } from '#features/people/users/contact-links.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { columnsOf, SHARE } from '#ui/data-table/columns.ts';
import { Line } from '#ui/data-table/line.tsx';
import { contactLink, linkedinProfile } from './application-contact.ts';
import type { MentorApplication } from './mentor-applications.data.ts';
import { ProfileCell } from './profile-cell.tsx';
import { StatusSelect } from './status-select.tsx';

/** Sits on its line as text does, with its room to tap around it. */
const LINK = 'tap-line @rows:pointer-fine:-my-1 text-accent-text underline-offset-4 hover:underline';
const column = columnsOf<MentorApplication>();

export const applicationColumns = [
  column.accessor('name', {
    header: copy.columns.name,
    cell: ({ row: { original } }) => (
      <Line title={[original.name, original.email].filter(Boolean).join(', ')}>
        <bdi className="font-semibold @max-rows:block">{original.name} </bdi>
        {original.email && <span className="text-sm text-muted">{original.email}</span>}
      </Line>
    ),
    meta: { card: 'title', className: `${SHARE} @rows:w-[28%]` },
  }),
  column.accessor('phone', {
    header: copy.columns.phone,
    enableSorting: false,
    cell: ({ row: { original } }) => <Phone {...original} />,
  }),
  column.accessor('linkedin', {
    header: copy.columns.linkedin,
    enableSorting: false,
    cell: ({ row: { original } }) => <Profile {...original} />,
  }),
  column.accessor('created_at', {
    header: copy.columns.date,
    cell: ({ row: { original } }) => (
      <time dateTime={original.created_at} className="nums whitespace-nowrap">
        {formatDateShort(istToday(new Date(original.created_at)))}
      </time>
    ),
  }),
  column.accessor('status', {
    header: copy.columns.status,
    enableSorting: false,
    cell: ({ row: { original } }) => <StatusSelect key={original.id} application={original} />,
  }),
  column.display({
    id: 'profile',
    header: adminMentorAccounts.applications.column,
    cell: ({ row: { original } }) => <ProfileCell key={original.id} application={original} />,
  }),
  column.display({
    id: 'contact',
    header: copy.columns.contact,
    cell: ({ row: { original } }) => (
      <a
        href={contactLink(original)}
        aria-label={copy.contactPerson(original.name)}
        className={`${LINK} inline-flex items-center gap-1.5 whitespace-nowrap font-medium`}
      >
        {copy.contact}
        <Mail aria-hidden className="size-4" />
      </a>
    ),
  }),
];

function Phone({ name, phone }: MentorApplication) {
  const href = phoneLink(phone);
  if (!href) return phone;
  return (
    <a href={href} aria-label={copy.call(name, phone)} className={`${LINK} nums whitespace-nowrap text-ink`}>
      {phone}
    </a>
  );
}

function Profile({ name, linkedin }: MentorApplication) {
  const profile = linkedinProfile(linkedin);
  if (!profile) return <span className="break-all">{linkedin}</span>;
  return (
    <a
      href={profile.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={copy.linkedinOf(name, profile.path)}
      className={`${LINK} inline-flex max-w-full items-center gap-1.5 @rows:max-w-32 @6xl:max-w-44`}
    >
      <span className="truncate">{profile.path}</span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
    </a>
  );
}
