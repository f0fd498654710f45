import {
  Activity,
  Banknote,
  Bell,
  CalendarCheck,
  CalendarCog,
  ClipboardList,
  CreditCard,
  GraduationCap,
  Handshake,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareQuote,
  Mic,
  ScrollText,
  Search,
  SearchCheck,
  Star,
  Users,
  Video,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { adminShell } from '#copy/office/shell.ts';
import { WaitingCount } from '#features/content/impact-stories/admin/waiting-count.tsx';
import { ReportsCount } from '#features/mentors/reviews/admin/reports-count.tsx';
import { OpenDiscrepanciesCount } from '#features/money/reconciliation/open-discrepancies-count.tsx';
import { FailuresCount } from '#features/office/failures/failures-count.tsx';
import { PendingCount } from '#features/sessions/bookings/admin/pending-count.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';

export type SectionId = keyof typeof adminShell.tabs;

interface Section {
  id: SectionId;
  Icon: LucideIcon;
  /** How much waits there. */
  Count?: ComponentType;
}

const lazyCount = (load: () => Promise<ComponentType>) => lazyPart(load, { isOptional: true });

// It brings the rules of phone numbers, which the first screen does without.
const ApplicationsCount = lazyCount(() =>
  import('#features/mentors/applications/admin/applications-count.tsx').then((module) => module.ApplicationsCount),
);
const HelpRequestsCount = lazyCount(() =>
  import('#features/mentors/help-requests/admin/help-requests-count.tsx').then((module) => module.HelpRequestsCount),
);

/** The sections of the back office in their three groups (docs/product/back-office.md#frame). */
export const GROUPS: { label: string; sections: Section[] }[] = [
  {
    label: adminShell.core,
    sections: [
      { id: 'overview', Icon: LayoutDashboard, Count: FailuresCount },
      { id: 'bookings', Icon: CalendarCheck, Count: PendingCount },
      { id: 'payments', Icon: CreditCard, Count: OpenDiscrepanciesCount },
      { id: 'payouts', Icon: Banknote },
      { id: 'mentors', Icon: GraduationCap },
      { id: 'reviews', Icon: Star, Count: ReportsCount },
      { id: 'applications', Icon: ClipboardList, Count: ApplicationsCount },
      { id: 'help-requests', Icon: Search, Count: HelpRequestsCount },
      { id: 'users', Icon: Users },
    ],
  },
  {
    label: adminShell.content,
    sections: [
      { id: 'impact-stories', Icon: MessageSquareQuote, Count: WaitingCount },
      { id: 'video-testimonials', Icon: Video },
      { id: 'podcasts', Icon: Mic },
      { id: 'partner-logos', Icon: Handshake },
      { id: 'search-words', Icon: SearchCheck },
    ],
  },
  {
    label: adminShell.tools,
    sections: [
      { id: 'calendar-test', Icon: CalendarCog },
      { id: 'system-health', Icon: Activity },
      { id: 'audit-log', Icon: ScrollText },
      { id: 'notifications', Icon: Bell },
    ],
  },
];

/** The section that the address opens, or that its page belongs to. */
export function useOpenSection(): { id: SectionId; isWholePage: boolean } {
  const { pathname, search } = useLocation();
  if (pathname === paths.admin) {
    const asked = new URLSearchParams(search).get('tab');
    const known = GROUPS.flatMap(({ sections }) => sections).find(({ id }) => id === asked);
    return { id: known?.id ?? 'overview', isWholePage: true };
  }
  return { id: pathname.startsWith(`${paths.admin}/`) ? 'mentors' : 'calendar-test', isWholePage: false };
}
