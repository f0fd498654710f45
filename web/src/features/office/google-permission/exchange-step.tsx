import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { googleAuthorisation } from '#copy/office/google-permission.ts';
import { site } from '#copy/shell/site.ts';
import { fieldOf } from '#lib/field-of.ts';
import { explain } from '#lib/functions/functions.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { codeForm } from '#rules/office/google-permission.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { exchangeCode } from './google-authorisation.data.ts';

const { step2: copy } = googleAuthorisation;

/** Takes the code that the callback page shows. */
export function ExchangeStep({
  redirectUri,
  onDone,
}: {
  /** Where the code was sent; unknown while this page has begun nothing, as after a reload. */
  redirectUri: string | null;
  onDone: (refreshToken: string) => void;
}) {
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } });
  const exchange = useMutation({
    mutationFn: (code: string) =>
      exchangeCode(code, redirectUri ?? new URL(paths.oauthCallback, window.location.origin).href),
    onSuccess: (refreshToken) => {
      toast.success(copy.succeeded);
      onDone(refreshToken);
    },
    onError: () => toast.error(copy.failed, { id: 'exchange' }),
    // A token stays nowhere but on the screen that shows it.
    gcTime: 0,
  });
  const submit = form.handleSubmit(({ code }) => exchange.mutate(code));
  const failure = exchange.error && explain(exchange.error, site.serverError);

  return (
    <Card className="p-4 md:p-6">
      <h2 className="text-lg">{copy.title}</h2>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 flex flex-col gap-4">
        {failure && (
          <Alert tone="danger" title={copy.failed}>
            <p>{failure.sentence}</p>
            <TechnicalDetails>{failure.details}</TechnicalDetails>
          </Alert>
        )}
        <TextField
          label={copy.code}
          hint={copy.hint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...fieldOf(form, 'code')}
        />
        <Button type="submit" isBusy={exchange.isPending} className="long-label self-start max-sm:self-stretch">
          {copy.submit}
        </Button>
      </form>
    </Card>
  );
}
