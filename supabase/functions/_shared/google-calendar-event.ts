import { z } from 'zod';

const momentShape = z.object({ dateTime: z.iso.datetime({ offset: true }).optional() });

/** Of a deleted event Google promises the id alone. */
export const eventShape = z.object({
  id: z.string(),
  status: z.string().default('confirmed'),
  htmlLink: z.string().optional(),
  hangoutLink: z.string().optional(),
  start: momentShape.optional(),
  end: momentShape.optional(),
  attendees: z.array(z.object({ email: z.string().optional() })).default([]),
  conferenceData: z
    .object({
      createRequest: z
        .object({
          requestId: z.string().optional(),
          status: z.object({ statusCode: z.string().optional() }).optional(),
        })
        .optional(),
      entryPoints: z.array(z.object({ entryPointType: z.string(), uri: z.string() })).default([]),
    })
    .optional(),
});

/** An event of the calendar as we need it. */
export interface CalendarEvent {
  id: string;
  isDeleted: boolean;
  /** Where the calendar's owner sees it. */
  htmlLink: string | null;
  meetLink: string | null;
  /** Whether there is a video call: `pending` while Google makes it, `failed` when it could not. */
  meet: 'ready' | 'pending' | 'failed' | 'none';
  /** The id with which the video call was asked for last. */
  requestId: string | undefined;
  startsAt: Date | null;
  endsAt: Date | null;
  guests: string[];
}

export function readEvent(event: z.output<typeof eventShape>): CalendarEvent {
  const request = event.conferenceData?.createRequest;
  const video = event.conferenceData?.entryPoints.find((one) => one.entryPointType === 'video');
  const meetLink = video?.uri ?? event.hangoutLink ?? null;
  const instant = (moment: z.output<typeof momentShape> | undefined) =>
    moment?.dateTime === undefined ? null : new Date(moment.dateTime);
  return {
    id: event.id,
    isDeleted: event.status === 'cancelled',
    htmlLink: event.htmlLink ?? null,
    meetLink,
    meet: meetLink === null ? meetStateOf(request?.status?.statusCode) : 'ready',
    requestId: request?.requestId,
    startsAt: instant(event.start),
    endsAt: instant(event.end),
    guests: event.attendees.flatMap(({ email }) => (email === undefined ? [] : [email])),
  };
}

/** What there is where there is no link yet. */
function meetStateOf(statusCode: string | undefined): CalendarEvent['meet'] {
  if (statusCode === undefined) return 'none';
  return statusCode === 'failure' ? 'failed' : 'pending';
}
