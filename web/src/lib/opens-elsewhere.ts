/** Whether a press of a link opens it in another tab or window, or saves it: then this page must not change. */
export function opensElsewhere(press: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean {
  return press.metaKey || press.ctrlKey || press.shiftKey || press.altKey;
}
