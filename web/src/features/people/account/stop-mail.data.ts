import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { mailStops } from '#copy/people/mail-stops.ts';
import { callVisitorFunction } from '#lib/functions/visitor-functions.ts';
import { NEVER_CACHED, SILENT } from '#lib/query/query-presets.ts';

const kinds = Object.keys(mailStops.kinds) as (keyof typeof mailStops.kinds)[];
const stateShape = z.object({ kind: z.enum(kinds), email: z.string(), is_stopped: z.boolean() });

/** `read` changes nothing. Throws FunctionError. */
export async function callStopMail(token: string, action: 'read' | 'stop' | 'undo') {
  return stateShape.parse(await callVisitorFunction('stop-mail', { token, action }));
}

/** What a link of an optional e-mail is about. */
export function stopMailQuery(token: string) {
  return queryOptions({
    queryKey: ['stop-mail', token],
    queryFn: () => callStopMail(token, 'read'),
    retry: false,
    ...NEVER_CACHED,
    ...SILENT,
  });
}
