/**
 * The test of the calendar (docs/product/calendars.md#calendar-test) and the state of its permission
 * (docs/product/calendars.md#google-permission).
 */
export const calendarTest = {
  title: 'Google Calendar',
  description:
    'Approved sessions become events with a Meet link in this calendar. The test makes an event ' +
    'that nobody is told about, asks for a Meet link, and deletes the event again.',
  run: 'Run Google Calendar Test',
  running: 'Asking Google… this takes up to half a minute.',
  passed: 'Google Calendar integration test passed!',
  failed: 'Google Calendar integration test failed!',
  couldNotRun: (reason: string) => `Test failed: ${reason}`,
  tryAgainAt: (time: string) => `Try again after ${time}.`,

  details: 'What the test found',
  calendarId: 'Working calendar',
  calendarName: 'Calendar name',
  timezone: 'Timezone',
  accessRole: 'Access role',
  eventCreated: 'Test event created',
  meetGenerated: 'Meet link generated',
  yes: 'Yes',
  no: 'No',
  unknown: 'Not reached',
  available: 'Available calendars',
  noneAvailable: 'Google lists no calendars for this account.',

  token: {
    title: 'Permission',
    loading: 'Looking up the permission…',
    failed: 'The state of the permission could not be loaded.',
    names: {
      ok: 'Works',
      invalid_grant: 'Revoked',
      missing: 'None stored',
      unreadable: 'Unreadable',
      setting: "Server's setting",
    },
    sentences: {
      ok: 'Google lets Point 0 write into the calendar.',
      invalid_grant:
        'Google does not accept the permission any more: it was taken back, or has expired. Until ' +
        'somebody authorises the calendar again, approved sessions get no Meet link.',
      missing:
        'No permission is stored here. Where the server’s settings hold one (GOOGLE_REFRESH_TOKEN), ' +
        'it is used: run the test to see. Otherwise authorise the calendar, so that approved ' +
        'sessions get a Meet link.',
      unreadable:
        'A permission is stored, but the key that encrypts it has changed since. Authorise the calendar again.',
      setting: 'Google lets Point 0 write into the calendar, with the permission in the server’s settings.',
    },
    storedAt: (when: string) => `Given ${when}`,
    checkedAt: (when: string) => `Last tried ${when}`,
    authorise: 'Authorise the calendar',
    authoriseAgain: 'Authorise again',
  },

  /** Why the test failed, as the function says it. */
  errors: {
    notConfigured: 'The server does not know Google: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set.',
    missing: 'No calendar is connected. Authorise one first.',
    unreadable: 'The stored permission cannot be read with the present key. Authorise the calendar again.',
    revoked: 'Google does not accept the permission any more. Authorise the calendar again.',
    limited: 'Google takes no more calls from us right now.',
    calendarNotFound: (id: string) => `The account that gave the permission has no calendar “${id}”.`,
    noMeetLink: 'Google made the event, but no Meet link for it.',
    refused: (reason: string) => `Google refused: ${reason}`,
    unavailable: (reason: string) => `Google could not be asked: ${reason}`,
    eventLeft: 'The test event could not be deleted and is still in the calendar.',
  },
  event: {
    summary: 'Point 0 calendar test',
    description: 'Made by the Calendar Test of the Admin Dashboard. It deletes this event itself.',
  },
} as const;
