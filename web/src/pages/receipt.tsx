import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { receiptCopy } from '#copy/money/receipts.ts';
import { start } from '#copy/shell/start.ts';
import { Receipt, ReceiptNotFound } from '#features/money/receipts/receipt.tsx';
import { isLoggingOut } from '#features/people/auth/use-log-out.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/receipt';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => unlistedMeta(receiptCopy.title);

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

export default function ReceiptPage({ params }: Route.ComponentProps) {
  const { isLoading, isAdmin, localUser } = useSession();
  const navigate = useNavigate();
  const bookingId = params.bookingId.toLowerCase();
  const isMissing = !isLoading && !localUser;

  useEffect(() => {
    if (!isMissing || isLoggingOut()) return;
    toast.error(receiptCopy.loginRequired, { id: 'login-required' });
    void navigate(paths.login, { replace: true, state: { returnUrl: paths.receipt(bookingId) } });
  }, [isMissing, navigate, bookingId]);

  if (!localUser) return <AppLoading message={start.initializing} />;
  if (!isUuid(bookingId)) return <ReceiptNotFound isAdmin={isAdmin} />;
  return <Receipt key={bookingId} bookingId={bookingId} userId={localUser.id} isAdmin={isAdmin} />;
}
