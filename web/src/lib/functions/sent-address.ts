const SENT = 'sent';

/** The address at which a page says that its form has arrived. */
export function sentAddress(path: string): string {
  return `${path}?${SENT}`;
}

/** Whether a page's query says that its form has arrived. */
export function isSentAddress(search: string): boolean {
  return new URLSearchParams(search).has(SENT);
}
