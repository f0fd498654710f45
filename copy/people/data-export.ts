/** "Download my data" (docs/product/privacy.md#data-export). */
export const dataExport = { tooMany: 'You can download your data five times a day.' } as const;
