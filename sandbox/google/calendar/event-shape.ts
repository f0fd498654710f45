import { z } from 'zod';
import { conferenceShape } from './conference.ts';
import { invalid } from './errors.ts';
import { momentShape } from './times.ts';

const attendeeShape = z.object({
  email: z.string(),
  displayName: z.string().nullish(),
  optional: z.boolean().nullish(),
  responseStatus: z.enum(['needsAction', 'declined', 'tentative', 'accepted']).nullish(),
});

/** What a client may write into an event; Google drops what it does not know, and null empties a field. */
const fieldsShape = z.object({
  summary: z.string().nullish(),
  description: z.string().max(8192).nullish(),
  location: z.string().nullish(),
  visibility: z.enum(['default', 'public', 'private', 'confidential']).nullish(),
  transparency: z.enum(['opaque', 'transparent']).nullish(),
  colorId: z.string().nullish(),
  guestsCanInviteOthers: z.boolean().nullish(),
  guestsCanModify: z.boolean().nullish(),
  guestsCanSeeOtherGuests: z.boolean().nullish(),
  reminders: z
    .object({
      useDefault: z.boolean(),
      overrides: z
        .array(z.object({ method: z.enum(['email', 'popup']), minutes: z.int() }))
        .max(5)
        .optional(),
    })
    .nullish(),
  extendedProperties: z
    .object({
      private: z.record(z.string(), z.string()).optional(),
      shared: z.record(z.string(), z.string()).optional(),
    })
    .nullish(),
  source: z.object({ title: z.string(), url: z.url({ protocol: /^https?$/ }) }).nullish(),
});

const FIELD_NAMES = Object.keys(fieldsShape.shape);

const eventShape = fieldsShape.extend({
  id: z.string().nullish(),
  status: z.enum(['confirmed', 'tentative', 'cancelled']).nullish(),
  start: momentShape.nullish(),
  end: momentShape.nullish(),
  attendees: z.array(attendeeShape).max(200).nullish(),
  conferenceData: conferenceShape.nullish(),
});

export type EventBody = z.output<typeof eventShape>;

export interface Attendee {
  email: string;
  displayName?: string;
  optional?: true;
  organizer?: true;
  self?: true;
  responseStatus: 'needsAction' | 'declined' | 'tentative' | 'accepted';
}

const EVENT_ID = /^[a-v0-9]{5,1024}$/;

export function readEvent(body: unknown): EventBody {
  const result = eventShape.safeParse(body);
  if (!result.success) throw invalid();
  const { id } = result.data;
  if (id !== null && id !== undefined && !EVENT_ID.test(id)) throw invalid('Invalid resource id value.');
  return result.data;
}

/** The plain fields of an event after a client's change of them. */
export function mergeFields(before: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...before };
  for (const name of FIELD_NAMES) {
    const value = change[name];
    if (value === null) delete merged[name];
    else if (value !== undefined) merged[name] = value;
  }
  return merged;
}

/** The list of people as it is kept: each address once, and no answer that the guest did not give. */
export function readAttendees(given: EventBody['attendees'], organizer: string): Attendee[] {
  const people = new Map<string, Attendee>();
  for (const { email, displayName, optional, responseStatus } of given ?? []) {
    const address = email.trim().toLowerCase();
    if (!z.email().safeParse(address).success) throw invalid('Invalid attendee email.');
    const isOrganizer = address === organizer.toLowerCase();
    people.set(address, {
      email: address,
      ...(displayName && { displayName }),
      ...(optional && { optional: true }),
      ...(isOrganizer && { organizer: true, self: true }),
      responseStatus: responseStatus ?? (isOrganizer ? 'accepted' : 'needsAction'),
    });
  }
  return [...people.values()];
}
