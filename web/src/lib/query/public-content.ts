/**
 * For what administrators publish: a change shows on every page within a minute, though general queries stay fresh for
 * ten (specification, section 9). The page itself may be 30 s old (host/http/pages.ts).
 */
export const PUBLIC_CONTENT = { staleTime: 20_000, refetchOnMount: true } as const;
