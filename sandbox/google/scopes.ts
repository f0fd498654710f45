import { googleSandbox as copy } from '#copy/office/google-sandbox.ts';

const USERINFO = 'https://www.googleapis.com/auth/userinfo';
const CALENDAR = 'https://www.googleapis.com/auth/calendar';

/**
 * What an application may ask for: the short name that Google also takes, its full name, and how the person is asked.
 * What is optional has a box beside it, as what is asked for along with signing in has at Google.
 */
const SCOPES: { names: readonly [string, ...string[]]; question: string; isOptional?: true }[] = [
  { names: ['openid'], question: copy.scopes.openid },
  { names: [`${USERINFO}.email`, 'email'], question: copy.scopes.email },
  { names: [`${USERINFO}.profile`, 'profile'], question: copy.scopes.profile },
  { names: [CALENDAR], question: copy.scopes.calendar },
  { names: [`${CALENDAR}.events`], question: copy.scopes.calendarEvents },
  { names: [`${CALENDAR}.freebusy`], question: copy.scopes.calendarBusy, isOptional: true },
];

const SIGN_IN = ['openid', `${USERINFO}.email`, `${USERINFO}.profile`];

/**
 * The full names of the scopes in a request's `scope`; undefined when one of them is none. A request for an address or
 * a name grants `openid` as well, as it does at Google.
 */
export function readScopes(text: string): string[] | undefined {
  const granted = new Set<string>();
  for (const asked of text.split(' ').filter((part) => part !== '')) {
    const scope = SCOPES.find(({ names }) => names.includes(asked));
    if (!scope) return undefined;
    granted.add(scope.names[0]);
  }
  if (SIGN_IN.some((scope) => granted.has(scope))) granted.add('openid');
  return granted.size === 0 ? undefined : [...granted];
}

/** What the consent page lists; `box` is the scope that the person may leave out. */
export function questionsOf(scopes: readonly string[]): { question: string; box?: string }[] {
  return SCOPES.filter(({ names }) => scopes.includes(names[0])).map(({ names, question, isOptional }) => ({
    question,
    ...(isOptional && { box: names[0] }),
  }));
}

/** The scopes of a request without those whose box the person left empty. */
export function withoutEmptyBoxes(scopes: readonly string[], ticked: readonly string[]): string[] {
  const isLeftOut = (scope: string) =>
    SCOPES.some(({ names, isOptional }) => isOptional && names[0] === scope) && !ticked.includes(scope);
  return scopes.filter((scope) => !isLeftOut(scope));
}

export const sees = {
  identity: (scopes: readonly string[]) => scopes.includes('openid'),
  email: (scopes: readonly string[]) => scopes.includes(`${USERINFO}.email`),
  profile: (scopes: readonly string[]) => scopes.includes(`${USERINFO}.profile`),
};

/**
 * What a call of the Calendar API needs: `list` to see which calendars there are, `events` for what is in them, `busy` for
 * when they are busy.
 */
export type CalendarRight = 'list' | 'events' | 'busy';

export function mayUse(right: CalendarRight, scopes: readonly string[]): boolean {
  return (
    scopes.includes(CALENDAR) ||
    (right === 'events' && scopes.includes(`${CALENDAR}.events`)) ||
    (right === 'busy' && scopes.includes(`${CALENDAR}.freebusy`))
  );
}

/** To see when a calendar is busy, and nothing else of it. */
export const BUSY_SCOPE = `${CALENDAR}.freebusy`;

/** What a person grants who lets a product keep their calendar. */
export const CALENDAR_SCOPES = [CALENDAR];
