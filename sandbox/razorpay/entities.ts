import type { RazorpayError } from './errors.ts';

/** Rows of the sandbox's tables, and the entities of Razorpay's API that they are shown as. */

export type Notes = Record<string, string>;

export interface OrderRow {
  id: string;
  amount: number;
  amount_paid: number;
  currency: string;
  receipt: string | null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: Date;
}

export interface PaymentRow {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: 'authorized' | 'captured' | 'refunded' | 'failed';
  captured: boolean;
  method: string;
  amount_refunded: number;
  email: string | null;
  contact: string | null;
  description: string | null;
  notes: Notes;
  error: RazorpayError | null;
  created_at: Date;
}

export interface RefundRow {
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  status: 'pending' | 'processed' | 'failed';
  speed: string;
  receipt: string | null;
  notes: Notes;
  idempotency_key: string | null;
  request_hash: string | null;
  created_at: Date;
}

export function showOrder(row: OrderRow) {
  return {
    ...row,
    entity: 'order',
    amount_due: row.amount - row.amount_paid,
    offer_id: null,
    created_at: seconds(row.created_at),
  };
}

export function showPayment({ error, ...row }: PaymentRow) {
  return {
    ...row,
    entity: 'payment',
    invoice_id: null,
    international: false,
    refund_status: row.amount_refunded === 0 ? null : row.amount_refunded < row.amount ? 'partial' : 'full',
    card_id: null,
    bank: row.method === 'netbanking' ? 'HDFC' : null,
    wallet: null,
    vpa: row.method === 'upi' ? 'success@razorpay' : null,
    fee: row.captured ? Math.round(row.amount * 0.0236) : null,
    tax: row.captured ? Math.round(row.amount * 0.0036) : null,
    error_code: error?.code ?? null,
    error_description: error?.description ?? null,
    error_source: error?.source ?? null,
    error_step: error?.step ?? null,
    error_reason: error?.reason ?? null,
    acquirer_data: {},
    created_at: seconds(row.created_at),
  };
}

export function showRefund({ speed, idempotency_key: _key, request_hash: _hash, ...row }: RefundRow) {
  return {
    ...row,
    entity: 'refund',
    acquirer_data: { arn: null },
    batch_id: null,
    speed_processed: 'normal',
    speed_requested: speed,
    created_at: seconds(row.created_at),
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
