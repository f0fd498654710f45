import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callFunction } from '#lib/functions/functions.data.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { MENTOR_HOURS } from '#lib/query/query-keys.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { eitherOf, isFlag, isText, listOf, oneOf, orNull, readAs, type Shaped, shapeOf } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';

const FUNCTION = 'connect-calendar';
/** The worker reads calendars while the page is open. */
const REFRESH_MS = 60_000;

const isConnected = shapeOf({
  /** `unread`: for 24 hours. */
  state: oneOf('ok', 'lost', 'unread'),
  google_email: isText,
  calendars: listOf(shapeOf({ address: isText, unread_since: orNull(isText) })),
  connected_at: isText,
  /** Null until the first time that it was read. */
  checked_at: orNull(isText),
  /** When the permission was lost, or the calendar last read. */
  since: isText,
});
const isConnection = eitherOf(shapeOf({ state: oneOf('none') }), isConnected);
export type Connection = Shaped<typeof isConnection>;
export type Connected = Shaped<typeof isConnected>;

/** How the connection to the mentor's own calendar stands. */
export function connectionQuery(mentorId: string) {
  return queryOptions({
    queryKey: ['mentor-calendar', mentorId],
    queryFn: async ({ signal }): Promise<Connection> => {
      const { data, error } = await supabase().rpc('mentor_calendar', { p_mentor_id: mentorId }).abortSignal(signal);
      if (error) throw error;
      return readAs(isConnection, 'mentor_calendar', data);
    },
    ...FRESH_ON_RETURN,
    ...SILENT,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: false,
  });
}

/** After a change: how it stands now, and what it shows and hides. */
export async function readAnew(client: QueryClient, mentorId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: connectionQuery(mentorId).queryKey }),
    client.invalidateQueries({ queryKey: [MENTOR_HOURS] }),
  ]);
}

/** Where Google asks for the consent. Throws FunctionError. */
export async function beginConnection(): Promise<string> {
  const answer = await callFunction(FUNCTION, { action: 'begin' });
  const { consent } = readAs(shapeOf({ consent: isText }), FUNCTION, answer);
  const query = new URLSearchParams({ consent });
  return `${readPublicEnv().supabaseUrl}/functions/v1/${FUNCTION}?${query}`;
}

/** Takes what Google answered. Works once. Throws FunctionError. */
export async function finishConnection(answer: { code: string; state: string }): Promise<void> {
  await callFunction(FUNCTION, { action: 'exchange', ...answer });
}

/** At most once a minute; answers whether Google showed the calendar. Throws FunctionError. */
export async function checkNow(): Promise<boolean> {
  return readAs(shapeOf({ is_read: isFlag }), FUNCTION, await callFunction(FUNCTION, { action: 'check-now' })).is_read;
}

/** @param was the list that the page shows: what another page has added since stays */
export async function saveCalendars({ was, calendars }: { was: string[]; calendars: string[] }): Promise<void> {
  await callFunction(FUNCTION, { action: 'save-calendars', was, calendars });
}

export async function disconnectCalendar(): Promise<void> {
  await callFunction(FUNCTION, { action: 'disconnect' });
}
