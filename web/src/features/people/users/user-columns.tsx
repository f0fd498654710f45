import { Check, Minus } from 'lucide-react';
import { Link } from 'react-router';
import { usersCopy as copy } from '#copy/people/users.ts';
import { officePaths } from '#lib/office-paths.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { columnsOf, SHARE } from '#ui/data-table/columns.ts';
import { Line } from '#ui/data-table/line.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { ExpandableText } from '#ui/expandable-text.tsx';
import { mailLink, phoneLink } from './contact-links.ts';
import type { UserRow } from './users.data.ts';

/** Sits on its line as text does, with its room to tap around it. */
const LINK = 'tap-line @rows:pointer-fine:-my-1 text-accent-text underline-offset-4 hover:underline';
const column = columnsOf<UserRow>();

export const userColumns = [
  column.accessor('name', {
    header: copy.columns.user,
    cell: ({ row }) => <NameAndRoles {...row.original} />,
    meta: { card: 'title', className: `${SHARE} @rows:w-[20%]` },
  }),
  column.display({
    id: 'contact',
    header: copy.columns.contact,
    cell: ({ row: { original } }) => <Contact {...original} />,
    meta: { className: `${SHARE} @rows:w-[30%]` },
  }),
  column.display({
    id: 'startup',
    header: copy.columns.startup,
    cell: ({ row: { original } }) =>
      original.startup_name || original.industry ? (
        <Line title={[original.startup_name, original.industry].filter(Boolean).join(', ')}>
          <bdi className="@max-rows:block">{original.startup_name} </bdi>
          <bdi className="text-muted">{original.industry}</bdi>
        </Line>
      ) : (
        <NotGiven />
      ),
    meta: { className: `${SHARE} @rows:w-[16%]` },
  }),
  column.display({
    id: 'idea',
    header: copy.columns.idea,
    cell: ({ row: { original } }) =>
      original.idea ? (
        <div className="@rows:flex @rows:flex-wrap @rows:gap-x-2 @rows:[&>button]:py-0">
          <ExpandableText
            lineClass="line-clamp-2 @rows:flex-1 @rows:basis-16 @rows:block @rows:truncate"
            text={original.idea}
            more={copy.readIdea}
            less={copy.closeIdea}
            labelOf={(word) => copy.ideaOf(word, nameOf(original))}
          />
        </div>
      ) : (
        <NotGiven />
      ),
    meta: { className: `${SHARE} @rows:w-[17%]` },
  }),
  column.accessor('vc_interest_submitted', {
    header: copy.columns.status,
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.vc_interest_submitted ? (
        <Badge tone="success" icon={<Check aria-hidden />}>
          {copy.submitted}
        </Badge>
      ) : (
        <Badge icon={<Minus aria-hidden />}>{copy.notSubmitted}</Badge>
      ),
  }),
  column.accessor('created_at', {
    header: copy.columns.signedUp,
    cell: ({ row: { original } }) => (
      <time dateTime={original.created_at} className="nums whitespace-nowrap">
        {formatDateShort(istToday(new Date(original.created_at)))}
      </time>
    ),
  }),
];

function nameOf({ name }: UserRow): string {
  return name?.trim() || copy.unnamed;
}

/** The name leads to the person's page. */
function NameAndRoles(user: UserRow) {
  const role = user.is_admin ? copy.administrator : user.is_mentor ? copy.mentor : null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        to={officePaths.person(user.id)}
        className="tap-line min-w-0 font-semibold hover:underline @rows:pointer-fine:-my-1"
      >
        <Line>{nameOf(user)}</Line>
      </Link>
      {role && <Badge tone="accent">{role}</Badge>}
    </span>
  );
}

function NotGiven() {
  return <span className="whitespace-nowrap text-muted">{copy.none}</span>;
}

function Contact({ email, phone }: UserRow) {
  const dial = phone && phoneLink(phone);
  if (!email && !phone) return <NotGiven />;
  return (
    <span className="block @rows:flex @rows:items-center @rows:gap-3">
      {email && (
        <a
          href={mailLink(email)}
          aria-label={copy.write(email)}
          title={email}
          data-line
          className={`${LINK} block min-w-0 @rows:truncate @rows:[&_wbr]:hidden`}
        >
          <EmailAddress>{email}</EmailAddress>
        </a>
      )}
      {phone &&
        (dial ? (
          <a
            href={dial}
            aria-label={copy.call(phone)}
            className={`${LINK} nums block text-muted @rows:whitespace-nowrap`}
          >
            {phone}
          </a>
        ) : (
          <span className="text-muted @rows:whitespace-nowrap">{phone}</span>
        ))}
    </span>
  );
}
