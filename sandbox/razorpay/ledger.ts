import { createHash } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import {
  type Notes,
  type OrderRow,
  type PaymentRow,
  type RefundRow,
  showOrder,
  showPayment,
  showRefund,
} from './entities.ts';
import { declined, invalidInput, RazorpayFailure, unknownId } from './errors.ts';
import { makeId } from './ids.ts';
import { recordEvent } from './webhooks.ts';

/**
 * What the stand-in remembers: orders, payments and refunds, with the provider's own rules about them. Integer paise.
 */
export type Ledger = ReturnType<typeof createLedger>;

export interface PaymentAttempt {
  orderId: string;
  method: 'upi' | 'card' | 'netbanking';
  outcome: 'captured' | 'authorized' | 'failed';
  email: string | null;
  contact: string | null;
  description: string | null;
}

export interface RefundRequest {
  paymentId: string;
  /** Everything that is left, when absent. */
  amount?: number | undefined;
  speed: string;
  receipt: string | null;
  notes: Notes;
  idempotencyKey: string | null;
  /** Not done at once: endRefund() ends it later. */
  isPending?: boolean;
}

/** What all lists take: a stretch of time, and which part of it, the latest first. */
export type Page = { from: Date; to: Date; count: number; skip: number };

export function createLedger(sql: Sql) {
  return {
    async createOrder(order: { amount: number; currency: string; receipt: string | null; notes: Notes }) {
      const [row] = await sql<OrderRow[]>`
        insert into sandbox.razorpay_orders (id, amount, currency, receipt, notes)
        values (${makeId('order')}, ${order.amount}, ${order.currency}, ${order.receipt}, ${sql.json(order.notes)})
        returning *`;
      return existing(row);
    },

    async order(id: string) {
      const [row] = await sql<OrderRow[]>`select * from sandbox.razorpay_orders where id = ${id}`;
      return existing(row);
    },

    orders(receipt: string | null, page: Page) {
      return sql<OrderRow[]>`
        select * from sandbox.razorpay_orders
        where (${receipt}::text is null or receipt = ${receipt}) and created_at between ${page.from} and ${page.to}
        order by created_at desc, id limit ${page.count} offset ${page.skip}`;
    },

    payments(page: Page) {
      return sql<PaymentRow[]>`
        select * from sandbox.razorpay_payments where created_at between ${page.from} and ${page.to}
        order by created_at desc, id limit ${page.count} offset ${page.skip}`;
    },

    refunds(page: Page) {
      return sql<RefundRow[]>`
        select * from sandbox.razorpay_refunds where created_at between ${page.from} and ${page.to}
        order by created_at desc, id limit ${page.count} offset ${page.skip}`;
    },

    async payment(id: string) {
      const [row] = await sql<PaymentRow[]>`select * from sandbox.razorpay_payments where id = ${id}`;
      return existing(row);
    },

    async orderPayments(orderId: string) {
      await this.order(orderId);
      return sql<PaymentRow[]>`
        select * from sandbox.razorpay_payments where order_id = ${orderId} order by created_at desc`;
    },

    async refund(id: string) {
      const [row] = await sql<RefundRow[]>`select * from sandbox.razorpay_refunds where id = ${id}`;
      return existing(row);
    },

    async paymentRefunds(paymentId: string) {
      await this.payment(paymentId);
      return sql<RefundRow[]>`
        select * from sandbox.razorpay_refunds where payment_id = ${paymentId} order by created_at desc`;
    },

    /** A buyer's try to pay an order in the checkout. A paid order cannot be paid again. */
    pay(attempt: PaymentAttempt): Promise<PaymentRow> {
      return sql.begin(async (tx) => {
        const [order] = await tx<OrderRow[]>`
          select * from sandbox.razorpay_orders where id = ${attempt.orderId} for update`;
        if (!order) throw unknownId();
        if (order.status === 'paid') throw invalidInput('Payment already done for this order.');
        const id = makeId('pay');
        const isFailed = attempt.outcome === 'failed';
        const [payment] = await tx<PaymentRow[]>`
          insert into sandbox.razorpay_payments
            (id, order_id, amount, currency, status, method, email, contact, description, notes, error)
          values (
            ${id}, ${order.id}, ${order.amount}, ${order.currency}, ${isFailed ? 'failed' : 'authorized'},
            ${attempt.method}, ${attempt.email}, ${attempt.contact}, ${attempt.description}, ${tx.json(order.notes)},
            ${isFailed ? tx.json({ ...declined({ payment_id: id, order_id: order.id }) }) : null}
          ) returning *`;
        await tx`
          update sandbox.razorpay_orders set attempts = attempts + 1, status = 'attempted' where id = ${order.id}`;
        const made = existing(payment);
        const event = isFailed ? 'payment.failed' : 'payment.authorized';
        await recordEvent(tx, event, { payment: showPayment(made) });
        return attempt.outcome === 'captured' ? capturePayment(tx, made) : made;
      });
    },

    capture(paymentId: string, amount: number): Promise<PaymentRow> {
      return sql.begin(async (tx) => {
        const payment = await lockPayment(tx, paymentId);
        if (payment.status === 'captured') throw invalidInput('This payment has already been captured');
        if (payment.status !== 'authorized') {
          throw invalidInput('Only payments which have been authorized and not yet captured can be captured');
        }
        if (amount !== payment.amount) {
          throw invalidInput('Capture amount must be equal to the amount authorized', 'amount');
        }
        return capturePayment(tx, payment);
      });
    },

    createRefund(request: RefundRequest): Promise<RefundRow> {
      const hash = createHash('sha256')
        .update(JSON.stringify([request.paymentId, request.amount, request.speed, request.receipt, request.notes]))
        .digest('hex');
      return sql.begin(async (tx) => {
        const payment = await lockPayment(tx, request.paymentId);
        if (request.idempotencyKey !== null) {
          const [earlier] = await tx<RefundRow[]>`
            select * from sandbox.razorpay_refunds where idempotency_key = ${request.idempotencyKey}`;
          if (earlier?.request_hash === hash) return earlier;
          if (earlier) throw invalidInput('The idempotency key was used before with a different request');
        }
        const amount = request.amount ?? payment.amount - payment.amount_refunded;
        requireRefundable(payment, amount);
        const [refund] = await tx<RefundRow[]>`
          insert into sandbox.razorpay_refunds
            (id, payment_id, amount, currency, status, speed, receipt, notes, idempotency_key, request_hash)
          values (
            ${makeId('rfnd')}, ${payment.id}, ${amount}, ${payment.currency},
            ${request.isPending ? 'pending' : 'processed'}, ${request.speed}, ${request.receipt},
            ${tx.json(request.notes)}, ${request.idempotencyKey}, ${hash}
          ) returning *`;
        const [refunded] = await tx<PaymentRow[]>`
          update sandbox.razorpay_payments set
            amount_refunded = amount_refunded + ${amount},
            status = case when amount_refunded + ${amount} = amount then 'refunded' else status end
          where id = ${payment.id} returning *`;
        const entities = { refund: showRefund(existing(refund)), payment: showPayment(existing(refunded)) };
        await recordEvent(tx, 'refund.created', entities);
        if (!request.isPending) await recordEvent(tx, 'refund.processed', entities);
        return existing(refund);
      });
    },

    /** The bank's last word on a refund that was pending. */
    endRefund(id: string, status: 'processed' | 'failed'): Promise<RefundRow> {
      return sql.begin(async (tx) => {
        const [refund] = await tx<RefundRow[]>`
          update sandbox.razorpay_refunds set status = ${status} where id = ${id} and status = 'pending' returning *`;
        const ended = existing(refund);
        const [payment] =
          status === 'failed'
            ? await tx<PaymentRow[]>`
                update sandbox.razorpay_payments
                set amount_refunded = amount_refunded - ${ended.amount}, status = 'captured'
                where id = ${ended.payment_id} returning *`
            : await tx<PaymentRow[]>`select * from sandbox.razorpay_payments where id = ${ended.payment_id}`;
        await recordEvent(tx, `refund.${status}`, {
          refund: showRefund(ended),
          payment: showPayment(existing(payment)),
        });
        return ended;
      });
    },

    /** A bank that answers late: a payment that had failed is authorised after all. */
    authorizeLate(paymentId: string): Promise<PaymentRow> {
      return sql.begin(async (tx) => {
        const payment = await lockPayment(tx, paymentId);
        if (payment.status !== 'failed') throw invalidInput('Only a failed payment can be authorised late');
        const [late] = await tx<PaymentRow[]>`
          update sandbox.razorpay_payments set status = 'authorized', error = null where id = ${paymentId} returning *`;
        await recordEvent(tx, 'payment.authorized', { payment: showPayment(existing(late)) });
        return existing(late);
      });
    },

    /** An authorisation that was not captured in its time goes back to the payer. */
    async lapse(paymentId: string): Promise<PaymentRow> {
      const [lapsed] = await sql<PaymentRow[]>`
        update sandbox.razorpay_payments set status = 'refunded', amount_refunded = amount
        where id = ${paymentId} and status = 'authorized' returning *`;
      return existing(lapsed);
    },
  };
}

async function lockPayment(tx: TransactionSql, id: string): Promise<PaymentRow> {
  const [row] = await tx<PaymentRow[]>`select * from sandbox.razorpay_payments where id = ${id} for update`;
  return existing(row);
}

async function capturePayment(tx: TransactionSql, { id, order_id, amount }: PaymentRow): Promise<PaymentRow> {
  const [captured] = await tx<PaymentRow[]>`
    update sandbox.razorpay_payments set status = 'captured', captured = true where id = ${id} returning *`;
  const [paid] = await tx<OrderRow[]>`
    update sandbox.razorpay_orders set status = 'paid', amount_paid = ${amount} where id = ${order_id} returning *`;
  const payment = existing(captured);
  await recordEvent(tx, 'payment.captured', { payment: showPayment(payment) });
  await recordEvent(tx, 'order.paid', { payment: showPayment(payment), order: showOrder(existing(paid)) });
  return payment;
}

function requireRefundable(payment: PaymentRow, amount: number): void {
  if (payment.status === 'refunded') throw invalidInput('The payment has been fully refunded already');
  if (payment.status !== 'captured') {
    throw new RazorpayFailure(400, { description: 'The payment status should be captured for action to be taken' });
  }
  if (amount > payment.amount - payment.amount_refunded) {
    throw invalidInput('The total refund amount is greater than the refund payment amount', 'amount');
  }
}

function existing<T>(row: T | undefined): T {
  if (row === undefined) throw unknownId();
  return row;
}
