import { useScriptMark } from '#lib/page/script-mark.ts';
import { BEFORE_START } from './before-start-scripts.ts';

/** The browser has it in the page's HTML, and its code need not carry it again. */
const source = import.meta.env.SSR ? BEFORE_START : '';

/** The one inline script of ours, before all else in the page. The host puts its hash into the policy. */
export function BeforeStart() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={useScriptMark()} dangerouslySetInnerHTML={{ __html: source }} suppressHydrationWarning />;
}
