import { dashboard } from '#copy/dashboard.ts';
import { bookingChanges as copy } from '#copy/money/booking-changes.ts';
import { formatMoment } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { refundDeadlines } from './booking-help.ts';
import type { CancellationTerms } from './cancellation.data.ts';

const momentInIst = (at: Date) => dashboard.inIst(formatMoment(at));

/** What the policy gives now to a founder who cancels or wants another time. */
export function ChangeTerms({ terms }: { terms: CancellationTerms }) {
  const { early } = refundDeadlines(terms.startsAt);
  if (!terms.isPossible) return <p>{copy.begun}</p>;
  return (
    <>
      <p className="text-sm text-muted">{copy.asOf(momentInIst(terms.decidedAt))}</p>
      <Term title={copy.cancelling}>{cancellationSentence(terms)}</Term>
      <Term title={copy.moving}>
        {terms.status === 'pending_admin_review'
          ? copy.movePending
          : terms.decidedAt <= early
            ? copy.moveEarly(momentInIst(early))
            : copy.moveLate}
      </Term>
      {terms.status !== 'pending_admin_review' && <p className="font-medium">{copy.counts}</p>}
    </>
  );
}

function cancellationSentence(terms: CancellationTerms): string {
  const { early, refundable } = refundDeadlines(terms.startsAt);
  if (terms.paid === null) return copy.unpaid;
  const amount = formatInr(terms.paid);
  if (terms.refund === 'none') return copy.late(amount);
  if (terms.status === 'pending_admin_review') return copy.pending(amount);
  return terms.needsAgreement
    ? copy.agreement(amount, momentInIst(refundable))
    : copy.early(amount, momentInIst(early));
}

/** What the policy gives when a session did not take place as agreed, depending on whose doing that was. */
export function ProblemTerms({ terms }: { terms: CancellationTerms }) {
  const choice = terms.paid === null ? copy.problemChoiceUnpaid : copy.problemChoice(formatInr(terms.paid));
  return (
    <>
      <Term title={copy.notHeld}>{choice}</Term>
      <Term title={copy.ownAbsence}>{copy.absence}</Term>
    </>
  );
}

function Term({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
      <p className="nums mt-1 text-muted">{children}</p>
    </section>
  );
}
