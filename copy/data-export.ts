/** "Download my data" (account and privacy, section 8). */
export const dataExport = { tooMany: 'You can download your data five times a day.' } as const;
