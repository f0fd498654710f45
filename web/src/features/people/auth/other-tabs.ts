import { clearTabDrafts } from '#lib/drafts.ts';
import { queryClient } from '#lib/query/query-client.ts';
import { needsSession } from './leave-page.ts';
import { isLoggingOut, LEFT } from './use-log-out.ts';

/** Who logs out leaves every tab of this browser: what was typed and read in others is not for the next person. */
const tabs = new BroadcastChannel(LEFT);

window.addEventListener(LEFT, () => tabs.postMessage(null));

tabs.onmessage = () => {
  clearTabDrafts();
  queryClient().clear();
  // A page that needs a session leaves by itself.
  if (!needsSession(location) && !isLoggingOut()) location.reload();
};
