import { useQuery } from '@tanstack/react-query';
import { applicationsCopy as copy } from '#copy/mentors/admin-applications.ts';
import { listLabels } from '#copy/office/table.ts';
import { site } from '#copy/shell/site.ts';
import { explain } from '#lib/functions/functions.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { applicationColumns } from './application-columns.tsx';
import { APPLICATION_STATUSES, isApplicationStatus } from './application-status.ts';
import { applicationsQuery, PAGE_SIZE, SORTABLE } from './mentor-applications.data.ts';
import { APPLICATIONS_TITLE } from './status-select.tsx';

const NEWEST_FIRST = { id: 'created_at', desc: true };

/** Who wants to become a mentor, and what has come of it (docs/product/applications.md#back-office-list). */
export function MentorApplications() {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: SORTABLE });
  const { search, sort, page } = address;
  const asked = address.filter('status');
  const status = isApplicationStatus(asked) ? asked : '';
  const list = useQuery(applicationsQuery({ search, status, sort, page }));

  const failure = list.error && explain(list.error, site.serverError);

  return (
    <AdminList
      labels={listLabels}
      title={copy.title}
      query={list}
      header={{ id: APPLICATIONS_TITLE, count: list.data && copy.count(list.data.total), refreshLabel: copy.refresh }}
      intro={<p className="mb-4 text-sm text-muted">{copy.contactHint}</p>}
      address={address}
      search={{ label: copy.search, clearLabel: copy.clearSearch }}
      filter={{
        name: 'status',
        label: copy.filter,
        options: [['', copy.anyStatus], ...APPLICATION_STATUSES.map((each) => [each, copy.statuses[each]] as const)],
      }}
      layout={{ columns: applicationColumns, isSortable: true }}
      failure={
        <>
          <span className="block font-semibold">{copy.loadFailed}</span>
          {failure && (
            <>
              <span className="mt-1 block text-sm text-muted">{failure.sentence}</span>
              <TechnicalDetails>{failure.details}</TechnicalDetails>
            </>
          )}
        </>
      }
      empty={{ text: copy.empty }}
      emptyNarrowed={{ text: copy.emptySearch, clearLabel: copy.clearFilters }}
      pagination={list.data && { ...list.data, pageSize: PAGE_SIZE }}
    />
  );
}
