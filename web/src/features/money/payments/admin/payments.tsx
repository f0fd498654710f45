import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paymentsCopy as copy } from '#copy/money/admin-payments.ts';
import { csvDownload, listLabels, shortcuts } from '#copy/office/table.ts';
import { refundWords } from '#features/money/payments/refund-sums.ts';
import { officePaths } from '#lib/office-paths.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { isIstDate } from '#rules/shell/ist.ts';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { CsvDownload } from '#ui/data-table/csv-download.tsx';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { DayRange } from '#ui/forms/day-range.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { PAYMENT_COLUMNS } from './payment-columns.tsx';
import { amountOf, founderOf, whenOf } from './payment-words.ts';
import {
  PAGE_SIZE,
  PAYMENT_STATES,
  type Payment,
  type PaymentFilter,
  type PaymentTotals,
  paymentsQuery,
  readAllPayments,
} from './payments.data.ts';

const LATEST_FIRST = { id: 'captured_at', desc: true };

/**
 * Every captured payment, the latest first, with the totals of what is shown (docs/product/payments.md#payment-list).
 */
export function Payments() {
  const address = useTableAddress({ defaultSort: LATEST_FIRST, sortable: [] });
  const navigate = useNavigate();
  const dayOf = (name: string) => (isIstDate(address.filter(name)) ? address.filter(name) : '');
  const filter: PaymentFilter = {
    search: address.search,
    state: PAYMENT_STATES.find((one) => one === address.filter('state')) ?? '',
    from: dayOf('from'),
    to: dayOf('to'),
  };
  const list = useQuery(paymentsQuery(filter, address.page));
  const { data } = list;

  const openBooking = (paymentId: string) => {
    const payment = data?.rows.find(({ id }) => id === paymentId);
    if (payment?.booking_id) void navigate(officePaths.booking(payment.booking_id));
    else toast.info(copy.noBookingHint, { id: 'no-booking' });
  };

  return (
    <AdminList
      labels={{ ...listLabels, shortcuts: { ...shortcuts, enter: copy.openBookingKey } }}
      title={copy.title}
      query={list}
      onOpenRow={openBooking}
      header={{
        count: undefined,
        refreshLabel: copy.refresh,
        children: (
          <CsvDownload
            labels={{ ...csvDownload, ...copy.csv }}
            makeCsv={async (onProgress) => {
              const [{ paymentsCsv }, payments] = await Promise.all([
                import('./payments-csv.ts'),
                readAllPayments(filter, onProgress),
              ]);
              return paymentsCsv(payments);
            }}
          />
        ),
      }}
      intro={
        <p role="status" className="nums mb-3 flex min-h-5 flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          {data && !list.isPlaceholderData && !list.isError && <Totals {...data} />}
        </p>
      }
      address={address}
      filters={
        <SearchBox
          label={copy.search}
          clearLabel={copy.clearSearch}
          applied={filter.search}
          onSearch={(term) => address.set({ search: term })}
        />
      }
      moreFilters={{
        active: [filter.state, filter.from, filter.to].filter(Boolean).length,
        fields: (
          <>
            <SelectField
              label={copy.state}
              isLabelHidden
              className="w-full @2xl:w-44"
              value={filter.state}
              onChange={({ target }) => address.set({ filters: { state: target.value } })}
            >
              <option value="">{copy.anyState}</option>
              {PAYMENT_STATES.map((one) => (
                <option key={one} value={one}>
                  {copy.states[one]}
                </option>
              ))}
            </SelectField>
            <DayRange
              labels={copy}
              from={filter.from}
              to={filter.to}
              onChange={(days) => address.set({ filters: days })}
            />
          </>
        ),
      }}
      narrowed={{
        isNarrowed: Object.values(filter).some(Boolean),
        onClear: () => address.set({ search: '', filters: { state: '', from: '', to: '' } }),
      }}
      layout={{ columns: PAYMENT_COLUMNS, rowLabel }}
      failure={copy.loadFailed}
      empty={{ text: copy.empty, hint: copy.emptyHint }}
      emptyNarrowed={{ text: copy.emptyFilter, clearLabel: copy.showAll }}
      pagination={data && { ...data, pageSize: PAGE_SIZE }}
    />
  );
}

function Totals({ total, totals }: { total: number; totals: PaymentTotals }) {
  return (
    <>
      <span className="font-medium text-ink">{copy.count(total)}</span>
      <span>{copy.captured(formatInr(totals.captured / 100))}</span>
      {refundWords(totals.refunds).map((words) => (
        <span key={words}>{words}</span>
      ))}
    </>
  );
}

const rowLabel = (payment: Payment) =>
  copy.rowLabel(amountOf(payment), founderOf(payment), whenOf(payment, serverNow()), copy.states[payment.state]);
