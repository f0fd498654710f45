/** For what administrators publish: changes show within a minute, not ten (section 9; pages may be 30 s old). */
export const PUBLIC_CONTENT = { staleTime: 20_000, refetchOnMount: true } as const;
