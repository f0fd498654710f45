/** Shows the notice of features/shell/start/start-failure.tsx: code of the application did not arrive, or did not start. */
export function markStartFailed(): void {
  document.documentElement.dataset.startFailed = '';
}
