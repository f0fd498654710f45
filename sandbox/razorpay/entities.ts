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
    id: row.id,
    entity: 'order',
    amount: row.amount,
    amount_paid: row.amount_paid,
    amount_due: row.amount - row.amount_paid,
    currency: row.currency,
    receipt: row.receipt,
    offer_id: null,
    status: row.status,
    attempts: row.attempts,
    notes: row.notes,
    created_at: seconds(row.created_at),
  };
}

export function showPayment(row: PaymentRow) {
  return {
    id: row.id,
    entity: 'payment',
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    order_id: row.order_id,
    invoice_id: null,
    international: false,
    method: row.method,
    amount_refunded: row.amount_refunded,
    refund_status: row.amount_refunded === 0 ? null : row.amount_refunded < row.amount ? 'partial' : 'full',
    captured: row.captured,
    description: row.description,
    card_id: null,
    bank: row.method === 'netbanking' ? 'HDFC' : null,
    wallet: null,
    vpa: row.method === 'upi' ? 'success@razorpay' : null,
    email: row.email,
    contact: row.contact,
    notes: row.notes,
    fee: row.captured ? Math.round(row.amount * 0.0236) : null,
    tax: row.captured ? Math.round(row.amount * 0.0036) : null,
    error_code: row.error?.code ?? null,
    error_description: row.error?.description ?? null,
    error_source: row.error?.source ?? null,
    error_step: row.error?.step ?? null,
    error_reason: row.error?.reason ?? null,
    acquirer_data: {},
    created_at: seconds(row.created_at),
  };
}

export function showRefund(row: RefundRow) {
  return {
    id: row.id,
    entity: 'refund',
    amount: row.amount,
    currency: row.currency,
    payment_id: row.payment_id,
    notes: row.notes,
    receipt: row.receipt,
    acquirer_data: { arn: null },
    created_at: seconds(row.created_at),
    batch_id: null,
    status: row.status,
    speed_processed: 'normal',
    speed_requested: row.speed,
  };
}

export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
