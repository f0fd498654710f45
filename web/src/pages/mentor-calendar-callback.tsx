import { useEffect, useState } from 'react';
import { mentorCalendar } from '#copy/mentors/calendar.ts';
import { start } from '#copy/shell/start.ts';
import type { CalendarAnswer } from '#features/mentors/calendar/calendar-callback.tsx';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/mentor-calendar-callback';

export const ErrorBoundary = PageFailure;

// A part of its own: the list of all pages, which every page loads, names what a page itself imports.
const CalendarCallback = lazyPart(
  () => import('#features/mentors/calendar/calendar-callback.tsx').then((module) => module.CalendarCallback),
  { fallback: <AppLoading message={start.initializing} /> },
);

export const meta: Route.MetaFunction = () => unlistedMeta(mentorCalendar.callback.title);

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' });

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

export default function MentorCalendarCallbackPage() {
  const [answer] = useState(readAnswer);
  useEffect(() => {
    // Neither the history nor the auth client, which has codes of its own in addresses, shall find Google's code.
    window.history.replaceState(window.history.state, '', paths.calendarCallback);
  }, []);
  return <CalendarCallback answer={answer} />;
}

function readAnswer(): CalendarAnswer {
  const query = new URLSearchParams(window.location.search);
  return { code: query.get('code'), state: query.get('state'), error: query.get('error') };
}
