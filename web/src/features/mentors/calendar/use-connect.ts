import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { paths } from '#lib/paths.ts';
import { tabStorage } from '#lib/storage.ts';
import { useReturn } from '#lib/use-return.ts';
import { beginConnection } from './calendar.data.ts';

const RETURN_KEY = 'calendar-return';

/** Leads this tab to Google's consent page, and back to where the mentor is now. */
export function useConnect() {
  const { pathname } = useLocation();
  const connect = useMutation({
    networkMode: 'always',
    mutationFn: beginConnection,
    onSuccess: (address) => {
      // Tried again on the page that Google led to, it is still the earlier one that leads back.
      if (pathname !== paths.calendarCallback) tabStorage.write(RETURN_KEY, pathname);
      window.location.assign(address);
    },
    onError: (error) => console.warn('The connection to Google Calendar was not begun', error),
  });
  useReturn(connect.reset);
  return { ...connect, isLeaving: connect.isPending || connect.isSuccess };
}

/** The page on which the connection was begun, where this tab remembers it. */
export function readReturn(): string {
  const remembered = tabStorage.read(RETURN_KEY) ?? '';
  const isOurs = remembered === paths.mentorDashboard || remembered.startsWith(`${paths.mentorDashboard}/`);
  return isOurs ? remembered : paths.mentorSection('hours');
}
