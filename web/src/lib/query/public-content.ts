/** For what administrators publish: changes show within a minute, not ten (docs/product/content.md#publishing). */
export const PUBLIC_CONTENT = { staleTime: 20_000, refetchOnMount: true } as const;

/** For what stands in the home page's HTML, which may be half a minute old: who has just published it finds it there. */
export const HOME_CONTENT = { ...PUBLIC_CONTENT, refetchOnMount: 'always' } as const;
