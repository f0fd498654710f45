/** Apart from the rest: every visitor of a profile loads it. */
export const slotAlerts = {
  tell: 'Tell me when a time opens',
  other: 'None of these fit? Tell me when another time opens.',
} as const;
