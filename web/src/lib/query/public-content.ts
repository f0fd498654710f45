/** For what administrators publish: changes show within a minute, not ten (docs/product/content.md#publishing). */
export const PUBLIC_CONTENT = { staleTime: 20_000, refetchOnMount: true } as const;
