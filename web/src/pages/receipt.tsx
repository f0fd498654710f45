import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { receiptCopy } from '#copy/money/receipts.ts';
import { start } from '#copy/start.ts';
import { isLoggingOut } from '#features/auth/use-log-out.ts';
import { Receipt, ReceiptNotFound } from '#features/payments/receipt/receipt.tsx';
import { Starting, startInBrowser } from '#features/shell/browser-start.tsx';
import { PageFailure } from '#features/shell/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { isUuid } from '#rules/mentor-path.ts';
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
