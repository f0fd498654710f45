import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { paymentMethod } from '#copy/money/payment-methods.ts';
import { receiptCopy as copy } from '#copy/money/receipts.ts';
import { site } from '#copy/shell/site.ts';
import { explain } from '#lib/functions/functions.ts';
import { officePaths } from '#lib/office-paths.ts';
import { paths } from '#lib/paths.ts';
import { paidAmount } from '#rules/money/rupees.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { type ReceiptAnswer, receiptPageQuery } from './receipt.data.ts';
import { missingNumber, paidOn, receiptDate, refundProgress, sessionTime } from './receipt-facts.ts';

/** The sheet alone on its paper: messages lie over the page, and a browser's own margins leave too little. */
const PRINT_STYLES =
  '@page { size: A4; margin: 18mm }' +
  '@media print { [data-sonner-toaster], [aria-live] { display: none } html, body { background: #fff } }';

interface ReceiptProps {
  bookingId: string;
  userId: string;
  isAdmin: boolean;
}

/** The receipt of one payment (docs/product/payments.md#receipts), on the screen and on paper. */
export function Receipt({ bookingId, userId, isAdmin }: ReceiptProps) {
  const { data, isError, error, refetch } = useQuery(receiptPageQuery(userId, bookingId));
  if (data === null) return <ReceiptNotFound isAdmin={isAdmin} />;
  if (!data && isError) {
    return (
      <StatusMessage
        level={1}
        isAlert
        title={copy.loadFailed}
        action={
          <>
            <Button onClick={() => void refetch()}>{site.tryAgain}</Button>
            <WayBack isAdmin={isAdmin} />
          </>
        }
      >
        {explain(error).sentence}
      </StatusMessage>
    );
  }
  if (!data) return <AppLoading message={copy.loading} />;
  return (
    <div className="relative">
      <style>{PRINT_STYLES}</style>
      <div aria-hidden="true" className="dotted-grid dotted-grid-fade absolute inset-x-0 top-0 h-80 print:hidden" />
      <div className="relative mx-auto w-full max-w-2xl px-5 py-8 md:py-12 print:max-w-none print:p-0">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
          <ButtonLink
            variant="quiet"
            size="sm"
            className="-ml-3 text-muted hover:text-ink"
            to={isAdmin ? PAYMENTS : paths.dashboard}
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            {isAdmin ? copy.toPayments : copy.toDashboard}
          </ButtonLink>
          <Button size="sm" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" />
            {copy.print}
          </Button>
        </div>
        <Sheet {...data} />
      </div>
    </div>
  );
}

const PAYMENTS = `${officePaths.tab('payments')}&view=all`;

export function ReceiptNotFound({ isAdmin }: { isAdmin: boolean }) {
  return (
    <StatusMessage level={1} title={copy.notFoundTitle} action={<WayBack isAdmin={isAdmin} />}>
      {copy.notFound}
    </StatusMessage>
  );
}

function WayBack({ isAdmin }: { isAdmin: boolean }) {
  return (
    <ButtonLink variant="secondary" to={isAdmin ? PAYMENTS : paths.dashboard}>
      {isAdmin ? copy.toPayments : copy.toDashboard}
    </ButtonLink>
  );
}

function Sheet({ receipt, seller }: ReceiptAnswer) {
  const refund = refundProgress(receipt);
  return (
    <article className="rounded-card border border-line bg-surface p-5 sm:p-6 print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-48">
          <p className="break-words font-display text-lg font-semibold tracking-tight">{seller.name}</p>
          {seller.address && <p className="whitespace-pre-line text-sm text-muted">{seller.address}</p>}
          {seller.gstin && <p className="nums text-sm text-muted">{copy.gstin(seller.gstin)}</p>}
        </div>
        <h1 className="text-2xl">{copy.title}</h1>
      </header>
      <Facts>
        <Fact label={copy.number}>
          {receipt.receipt_number ?? <span className="font-normal text-muted">{missingNumber(receipt)}</span>}
        </Fact>
        <Fact label={copy.date}>{receiptDate(receipt)}</Fact>
      </Facts>
      <Facts>
        {receipt.founder_name && <Fact label={copy.founder}>{receipt.founder_name}</Fact>}
        <Fact label={copy.mentor}>{receipt.mentor_name}</Fact>
        <Fact label={copy.session}>{sessionTime(receipt)}</Fact>
        <Fact label={copy.code}>{receipt.code}</Fact>
      </Facts>
      <Facts>
        <Fact label={copy.amount}>
          <span className="text-lg font-semibold">{paidAmount(receipt.amount_paise, receipt.currency)}</span>
        </Fact>
        <Fact label={copy.paidOn}>{paidOn(receipt)}</Fact>
        <Fact label={copy.method}>{paymentMethod(receipt.method)}</Fact>
        <Fact label={copy.paymentId}>{receipt.payment_id}</Fact>
      </Facts>
      <Facts>
        <Fact label={refund === null ? copy.refunds : copy.refund(refundAmount(receipt))}>
          {refund ?? copy.noRefunds}
        </Fact>
      </Facts>
      {seller.gstin === null && (
        <p className="mt-6 border-t border-line pt-5 text-sm text-muted">{copy.notTaxInvoice}</p>
      )}
    </article>
  );
}

function refundAmount({ refund_paise, amount_paise, currency }: ReceiptAnswer['receipt']): string {
  return paidAmount(refund_paise ?? amount_paise, currency);
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="nums mt-6 grid gap-x-4 gap-y-1 border-t border-line pt-5 sm:grid-cols-[9rem_1fr]">{children}</dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-muted sm:pt-0.5">{label}</dt>
      <dd className="min-w-0 break-words font-medium max-sm:mb-1.5">{children}</dd>
    </>
  );
}
