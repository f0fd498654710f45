import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { consents } from '#copy/people/consents.ts';
import { investorInterest as copy } from '#copy/people/investor-interest.ts';
import { isApiError } from '#lib/api-error.ts';
import { fieldOf } from '#lib/field-of.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import {
  INVESTOR_FIELD_LENGTHS,
  type InvestorInterest,
  investorInterestSchema,
} from '#rules/people/investor-interest.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { ConsentSentence } from '#ui/prose/consent-sentence.tsx';
import { INVESTOR_INTEREST_DRAFT, investorInterestQuery, saveInvestorInterest } from './investor-interest.data.ts';

const EMPTY: InvestorInterest = { phone: '', startup_name: '', idea: '', industry: '' };

type InvestorInterestFormProps = { userId: string; onDone: () => void; onDismiss: () => void };

/** Phone, startup, idea and industry. What is typed survives folding, a reload and a session that ends, in this tab. */
export function InvestorInterestForm({ userId, onDone, onDismiss }: InvestorInterestFormProps) {
  const client = useQueryClient();
  const headingId = useId();
  const { form, submit, isBusy } = useFormMutation({
    schema: investorInterestSchema,
    defaultValues: EMPTY,
    draft: INVESTOR_INTEREST_DRAFT,
    send: (values) => saveInvestorInterest(userId, values),
    onSent: () => {
      toast.success(copy.success, { id: 'investor-interest', duration: 8_000 });
      client.setQueryData(investorInterestQuery(userId).queryKey, false);
      onDone();
    },
    say: (error) => {
      toast.error(isApiError(error, 'refused') ? copy.saveFailed : copy.unexpected, { id: 'investor-interest' });
      return null;
    },
  });
  const count = countCharacters(cleanText(form.watch('idea')));
  const limit = INVESTOR_FIELD_LENGTHS.idea.max;

  return (
    <form noValidate aria-labelledby={headingId} onSubmit={submit} className="px-5 pb-5 pt-2 sm:px-6 sm:pb-6">
      <h2 id={headingId} className="text-xl">
        {copy.title}
      </h2>
      <p className="mt-1 text-muted">{copy.description}</p>
      <div className="mt-5 grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          label={copy.startupName}
          hint={copy.startupNameHint}
          autoComplete="organization"
          {...fieldOf(form, 'startup_name')}
        />
        <TextField label={copy.industry} hint={copy.industryHint} {...fieldOf(form, 'industry')} />
        <TextAreaField
          className="sm:col-span-2"
          label={copy.idea}
          hint={copy.ideaHint}
          counter={{ text: copy.count(count, limit), isOver: count > limit }}
          rows={4}
          {...fieldOf(form, 'idea')}
        />
        <TextField
          label={copy.phone}
          hint={copy.phoneHint}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...fieldOf(form, 'phone')}
        />
      </div>
      <ConsentSentence className="mt-6 text-sm text-muted">{consents.investors}</ConsentSentence>
      <div className="mt-3 flex flex-wrap gap-3 max-sm:flex-col">
        <Button type="submit" className="long-label" isBusy={isBusy}>
          {copy.submit}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onDismiss}>
          {copy.dismiss}
        </Button>
      </div>
    </form>
  );
}
