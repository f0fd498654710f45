import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { findPaymentRecord, savePaymentRecord } from '#features/payments/payment-record.ts';
import { type ProcessingQuery, readProcessingQuery, withoutProof } from '#rules/booking-query.ts';

/**
 * What the address says of a payment, read once. Its ids and signature then leave the address bar for the record in
 * local storage, from which a reload, or coming back from the login page, takes them (spec section 3).
 */
export function useProcessingQuery(bookingId: string): ProcessingQuery {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [query] = useState(() => withRecord(bookingId, readProcessingQuery(new URLSearchParams(search))));

  useEffect(() => {
    const params = new URLSearchParams(search);
    const clean = withoutProof(params).toString();
    if (clean === params.toString()) return;
    const { paymentId, orderId, signature } = query;
    if (bookingId && paymentId && orderId && signature && !findPaymentRecord(bookingId)) {
      savePaymentRecord({ paymentId, orderId, signature, bookingId, timestamp: Date.now() });
    }
    void navigate({ pathname, search: clean }, { replace: true, state, preventScrollReset: true });
  }, [pathname, search, state, navigate, bookingId, query]);

  return query;
}

/** What this browser kept of the payment stands in where the address names none. */
function withRecord(bookingId: string, query: ProcessingQuery): ProcessingQuery {
  if (query.paymentId && query.orderId && query.signature) return query;
  const record = findPaymentRecord(bookingId);
  if (!record) return query;
  return { ...query, paymentId: record.paymentId, orderId: record.orderId, signature: record.signature };
}
