import { useMutation, useQueryClient } from '@tanstack/react-query';
import { healthCopy } from '#copy/office/system-health.ts';
import { toast } from '#lib/toast.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { countFigures, healthQuery } from './system-health.data.ts';

const { figures: copy } = healthCopy;
const TOAST = { id: 'count-figures' };

/** Counts the figures of the site now. The button keeps the focus, because it is never disabled. */
export function CountNow() {
  const client = useQueryClient();
  const count = useMutation({
    networkMode: 'always',
    mutationFn: countFigures,
    onSuccess: (figures) => {
      if (figures.counted_at) toast.success(copy.counted(formatMoment(new Date(figures.counted_at))), TOAST);
      client.setQueryData(healthQuery.queryKey, (health) => health && { ...health, figures });
      void client.invalidateQueries({ queryKey: healthQuery.queryKey });
    },
    onError: (error) => {
      console.warn('The figures were not counted', error);
      toast.error(copy.failed, TOAST);
    },
  });
  return (
    <RefreshButton label={copy.countNow} isBusy={count.isPending} onRefresh={() => count.isPending || count.mutate()} />
  );
}
