/**
 * A browser that translates a page puts each text into `<font>` elements, or puts `<font>` elements with a text of its own
 * in its place. React keeps the text that it made: its next change beside it throws, which ends the page
 * (github.com/facebook/react/issues/11538), and its next change of it is seen by nobody. So a text that React touches comes
 * back to its place; the browser then translates it again.
 */
const { prototype } = Node;
const { removeChild, insertBefore } = prototype;

/** A node with what took its place. */
type Replaced = Node & { font?: ChildNode | undefined };
let font: ChildNode | undefined;

new MutationObserver((records, observer) => {
  for (const {
    target,
    addedNodes: [added],
    removedNodes,
    previousSibling,
  } of records) {
    isMissing(target, target.parentNode);
    for (const node of removedNodes) {
      const place = added ?? previousSibling;
      if (place?.nodeName !== 'FONT') continue;
      font = (node as Replaced).font = place as ChildNode;
      // Where it is, a later change of the text is not seen.
      observer.observe(node, { characterData: true });
    }
  }
}).observe(document, { childList: true, subtree: true });

/** Whether a parent lacks its node though it was put back. Such a node is passed over, where something was translated. */
function isMissing(node: Replaced | null, parent: Node | null) {
  if (node && (!parent || node.parentNode !== parent)) {
    (node.parentElement?.closest(':not(font)>font') ?? node.font)?.replaceWith(node);
    return font && node.parentNode !== parent;
  }
  return false;
}

prototype.removeChild = function (node) {
  return isMissing(node, this) ? node : (removeChild.call(this, node) as typeof node);
};
prototype.insertBefore = function (node, next) {
  return insertBefore.call(this, node, isMissing(next, this) ? null : next) as typeof node;
};
