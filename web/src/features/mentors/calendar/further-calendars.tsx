import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { mentorCalendar as copy } from '#copy/mentors/calendar.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { explain } from '#lib/functions/functions.ts';
import { toast } from '#lib/toast.ts';
import { calendarAddress, MOST_FURTHER_CALENDARS } from '#rules/mentors/calendar.ts';
import { Button } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { type Connected, readAnew, saveCalendars } from './calendar.data.ts';

const words = copy.others;

/** Calendars that are asked beside the account's own one. Each change takes effect at once. */
export function FurtherCalendars({
  mentor,
  calendars,
}: {
  mentor: Pick<MyMentor, 'id'>;
  calendars: Connected['calendars'];
}) {
  const client = useQueryClient();
  const headingId = useId();
  const field = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const addresses = calendars.map(({ address }) => address);

  const save = useMutation({
    networkMode: 'always',
    mutationFn: saveCalendars,
    onSuccess: async (_, saved) => {
      const isAdded = saved.calendars.length > saved.was.length;
      if (isAdded) setTyped('');
      await readAnew(client, mentor.id);
      toast.success(isAdded ? words.added : words.removed, { id: 'further-calendars' });
      field.current?.querySelector('input')?.focus({ preventScroll: true });
    },
    onError: (error) => setProblem(explain(error).sentence),
  });

  function add() {
    const address = calendarAddress.safeParse(typed);
    const isTwice = address.success && addresses.includes(address.data);
    if (!address.success || isTwice) {
      setProblem(isTwice ? copy.errors.addressTwice : copy.errors.addressNotValid);
      field.current?.querySelector('input')?.focus();
      return;
    }
    setProblem(undefined);
    save.mutate({ was: addresses, calendars: [...addresses, address.data] });
  }

  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="font-medium">
        {words.title}
      </h3>
      <p className="mt-1 text-sm text-muted">{words.hint}</p>
      {calendars.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {calendars.map(({ address, unread_since }) => (
            <li key={address} className="flex items-center justify-between gap-3 py-1.5">
              <div className="min-w-0">
                <EmailAddress>{address}</EmailAddress>
                {unread_since !== null && <p className="break-words text-sm text-danger">{words.unread(address)}</p>}
              </div>
              <Button
                variant="quiet"
                className="-mr-3"
                aria-label={words.remove(address)}
                disabled={save.isPending}
                onClick={() => save.mutate({ was: addresses, calendars: addresses.filter((one) => one !== address) })}
              >
                <X aria-hidden="true" className="size-4.5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {calendars.length < MOST_FURTHER_CALENDARS && (
        <div ref={field} className="mt-4 flex flex-wrap items-start gap-3">
          <TextField
            className="min-w-0 flex-1 basis-52"
            label={words.label}
            type="text"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            error={problem}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The hours around it are a form of their own.
              event.preventDefault();
              add();
            }}
          />
          <Button variant="secondary" className="long-label sm:mt-6.5" isBusy={save.isPending} onClick={add}>
            {!save.isPending && <Plus aria-hidden="true" className="size-4.5" />}
            {words.add}
          </Button>
        </div>
      )}
      {calendars.length >= MOST_FURTHER_CALENDARS && <p className="mt-3 text-sm text-muted">{words.full}</p>}
    </section>
  );
}
