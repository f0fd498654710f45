/** Sums of refunds, the same words wherever they stand (docs/product/refunds.md#what-counts-as-refunded). */
export const refundSums = {
  refunded: (amount: string) => `${amount} refunded`,
  onItsWay: (amount: string) => `${amount} on its way`,
  failed: (amount: string) => `${amount} failed`,
} as const;
