import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { account } from '#copy/people/account.ts';
import { paths } from '#lib/paths.ts';
import { INVESTOR_INTEREST } from '#lib/query/query-keys.ts';
import { toast } from '#lib/toast.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { detailsQuery } from './account.data.ts';
import { type Consent, consentsQuery, withdrawConsent } from './consents.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { sectionTitle } from './folding-section.tsx';
import { SectionContent } from './section-content.tsx';

const { agreements: copy } = account;
const SHOWN_AT_FIRST = 6;
const TOAST = { id: 'account-agreements' };

const TEXTS: Readonly<Record<string, string>> = { terms: paths.terms, privacy: paths.privacy, refunds: paths.refunds };

export function AgreementsSection({ userId }: { userId: string }) {
  const query = useQuery(consentsQuery(userId));
  return (
    <SectionContent query={query}>{(consents) => <Agreements consents={consents} userId={userId} />}</SectionContent>
  );
}

function Agreements({ consents, userId }: { consents: Consent[]; userId: string }) {
  const client = useQueryClient();
  const [isWhole, setIsWhole] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useMutation({
    networkMode: 'always',
    mutationFn: () => withdrawConsent('investors'),
    onSuccess: async () => {
      setIsAsking(false);
      toast.success(copy.withdrawn, TOAST);
      await Promise.all([
        client.invalidateQueries({ queryKey: consentsQuery(userId).queryKey }),
        // The phone may have gone.
        client.invalidateQueries({ queryKey: detailsQuery(userId).queryKey }),
        // The form on the dashboard shows again.
        client.removeQueries({ queryKey: [INVESTOR_INTEREST, userId] }),
      ]);
    },
  });

  if (consents.length === 0) return <p className="text-muted">{copy.none}</p>;
  // What can be withdrawn is always in sight.
  const open = consents.filter(isOpenIntroduction);
  const rest = consents.filter((consent) => !isOpenIntroduction(consent));
  const shown = isWhole || rest.length <= SHOWN_AT_FIRST + 1 ? rest : rest.slice(0, SHOWN_AT_FIRST);

  return (
    <>
      <ul className="divide-y divide-line">
        {[...open, ...shown].map((consent) => (
          <AgreementRow
            key={consent.id}
            consent={consent}
            onWithdraw={isOpenIntroduction(consent) ? () => setIsAsking(true) : undefined}
          />
        ))}
      </ul>
      {shown.length < rest.length && (
        <Button variant="quiet" size="sm" className="mt-3 -ml-3" onClick={() => setIsWhole(true)}>
          {copy.showAll(consents.length)}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={copy.withdrawTitle}
        description={copy.withdrawText}
        labels={{ keep: copy.keep, confirm: copy.withdraw }}
        isBusy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        returnFocus={withdraw.isSuccess ? () => sectionTitle('agreements') : undefined}
        failure={withdraw.error && { text: failureSentence(withdraw.error, copy.withdrawFailed) }}
      />
    </>
  );
}

/** A version is the day from which it holds, and ".2" for a second one of a day: "Tue 24 Nov (2)". */
function versionOf(version: string): string {
  const [day = '', number] = version.split('.');
  return number === undefined ? formatDateShort(day) : `${formatDateShort(day)} (${number})`;
}

function isOpenIntroduction({ kind, withdrawnAt }: Consent): boolean {
  return kind === 'investors' && withdrawnAt === null;
}

function AgreementRow({ consent, onWithdraw }: { consent: Consent; onWithdraw: (() => void) | undefined }) {
  const { kind, version, givenAt, place, withdrawnAt } = consent;
  const title = copy.kinds[kind] ?? kind;
  const page = TEXTS[kind];
  const dateOf = (at: Date) => formatDateShort(istToday(at));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium">
          {page ? (
            <Link to={page} className="underline decoration-line-strong underline-offset-4 hover:decoration-current">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="nums mt-0.5 text-sm text-muted">
          {dateOf(givenAt)} · {copy.places[place] ?? place} · {copy.version(versionOf(version))}
        </p>
        {withdrawnAt && <p className="nums text-sm text-muted">{copy.withdrawnOn(dateOf(withdrawnAt))}</p>}
      </div>
      {onWithdraw && (
        <Button variant="secondary" size="sm" onClick={onWithdraw}>
          {copy.withdraw}
        </Button>
      )}
    </li>
  );
}
