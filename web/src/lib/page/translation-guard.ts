/**
 * A browser that translates a page moves each text into `<font>` elements, or replaces it by `<font>` elements with a
 * new text. React keeps its own text node. When React changes something beside that node, it throws, which ends the
 * page (github.com/facebook/react/issues/11538). When React changes the node itself, the change is not visible. So a
 * text that React changes is put back; the browser then translates it again.
 */
const { prototype } = Node;
const { removeChild, insertBefore } = prototype;

/** A node, and the element that replaced it. */
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
      // The node is outside the document, where its changes would otherwise not be observed.
      observer.observe(node, { characterData: true });
    }
  }
}).observe(document, { childList: true, subtree: true });

/** Puts a replaced node back. True if `parent` still lacks it and something was translated: such a node is skipped. */
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
