/** Asks the session provider to read anew whether the person is an administrator: the database has just said no. */
export const ADMIN_REFUSED = 'adminRefused';

/** Whether the database refused because the person is no administrator, or is none any more. */
function isAdminRefusal(error: unknown): boolean {
  const { message }: { message?: unknown } = Object(error);
  return message === 'admin_only';
}

/**
 * For every query and mutation that failed. A person who lost their privileges is led out by the gate of the screen
 * that they are on, once their session has been read anew; no screen has to look for this failure itself.
 */
export function doubtAdminIfRefused(error: unknown): void {
  if (isAdminRefusal(error) && typeof window !== 'undefined') window.dispatchEvent(new Event(ADMIN_REFUSED));
}
