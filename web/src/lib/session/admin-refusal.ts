/** Asks the session provider to read again whether the person is an administrator: the database has just said no. */
export const ADMIN_REFUSED = 'adminRefused';

/** Whether the database refused because the person is no administrator, or is none any more. */
function isAdminRefusal(error: unknown): boolean {
  const { message }: { message?: unknown } = Object(error);
  return message === 'admin_only';
}

/** For each failed call: reads the session again, so that the screen's gate leads a former administrator out. */
export function doubtAdminIfRefused(error: unknown): void {
  if (isAdminRefusal(error) && typeof window !== 'undefined') window.dispatchEvent(new Event(ADMIN_REFUSED));
}
