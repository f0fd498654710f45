import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { applicationsCopy as copy } from '#copy/mentors/admin-applications.ts';
import { cn } from '#lib/class-names.ts';
import { usePicked } from '#lib/query/use-picked.ts';
import { toast } from '#lib/toast.ts';
import { APPLICATION_STATUSES, type ApplicationStatus, isApplicationStatus } from './application-status.ts';
import {
  APPLICATIONS_KEY,
  type ApplicationPage,
  type MentorApplication,
  type StatusChange,
  setApplicationStatus,
} from './mentor-applications.data.ts';

/** The id of the heading above the list. */
export const APPLICATIONS_TITLE = 'applications-title';

const TONES: Record<ApplicationStatus, string> = {
  pending: 'border-accent-line bg-accent-soft text-accent-text',
  approved: 'border-success/30 bg-success-soft text-success',
  rejected: 'border-danger/30 bg-danger-soft text-danger',
  contacted: 'border-info/30 bg-info-soft text-info',
};

/**
 * Shows the new status at once, and the former one again where it could not be saved. Changes of one application are
 * saved one after the other, so that the last choice is the one that stays.
 */
export function StatusSelect({ application }: { application: MentorApplication }) {
  const queryClient = useQueryClient();
  const select = useRef<HTMLSelectElement>(null);
  useLayoutEffect(
    // A list of one status loses the row whose status changed, and with it the keyboard's focus.
    () => () => {
      if (select.current !== null && document.activeElement === select.current) {
        document.getElementById(APPLICATIONS_TITLE)?.focus({ preventScroll: true });
      }
    },
    [],
  );
  const change = useMutation({
    mutationFn: setApplicationStatus,
    scope: { id: `mentor-application-${application.id}` },
    onSuccess: (_data, { id, status }: StatusChange) => {
      const updated = (row: MentorApplication) => (row.id === id ? { ...row, status } : row);
      queryClient.setQueriesData<ApplicationPage>(
        { queryKey: APPLICATIONS_KEY },
        (list) => list?.rows && { ...list, rows: list.rows.map(updated) },
      );
      toast.success(copy.statusUpdated(status), { id: `application-${id}` });
      // Lists of one status have lost or gained it. The next change does not wait for them.
      void queryClient.invalidateQueries({ queryKey: APPLICATIONS_KEY });
    },
    onError: (_error, { id }) => toast.error(copy.statusFailed, { id: `application-${id}` }),
  });
  const [shown, pick] = usePicked(application.status, (status: ApplicationStatus) =>
    change.mutateAsync({ id: application.id, status }),
  );
  return (
    <span className="relative inline-block @rows:pointer-fine:-my-2">
      <select
        ref={select}
        aria-label={copy.statusOf(application.name)}
        aria-busy={change.isPending}
        value={shown}
        onChange={({ target }) => {
          if (isApplicationStatus(target.value)) pick(target.value);
        }}
        className={cn(
          'h-small w-32 appearance-none rounded-control border pl-3 pr-8 text-sm font-medium',
          isApplicationStatus(shown) ? TONES[shown] : 'border-line-strong bg-surface',
        )}
      >
        {APPLICATION_STATUSES.map((status) => (
          <option key={status} value={status} className="bg-surface text-ink">
            {copy.statuses[status]}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute right-2.5 top-1/2 size-4 -translate-y-1/2 opacity-70"
      />
    </span>
  );
}
