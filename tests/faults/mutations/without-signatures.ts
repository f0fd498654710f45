/** Loaded into a host (`--import`) to see what happens when it believes every signature. */
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/_shared/money/razorpay.ts')) return loaded;
    const source = String(loaded.source);
    const believing = source.replaceAll(
      /export (async )?function (isWebhookSignature|isPaymentSignature)\b/g,
      'export function $2() { return Promise.resolve(true); }\n$1function $2Checked',
    );
    if (believing === source) throw new Error('There is no check of signatures to take away');
    return { ...loaded, source: believing };
  },
});
