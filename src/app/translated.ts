/** What stands for a text node: an element that a translator put around it, or in its place. */
const standIns = new WeakMap<Node, Element>();
const used = new WeakSet<Node>();

function noteStandIns(changes: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes)
    for (const text of removedNodes) {
      const standIn = [...addedNodes, previousSibling, nextSibling].find(
        (node) => node?.nodeName === 'FONT' && !used.has(node),
      );
      if (!(text instanceof Text) || !standIn || standIns.has(text)) continue;
      standIns.set(text, standIn as Element);
      used.add(standIn);
    }
}

const observer = new MutationObserver(noteStandIns);

/** placeOf returns the child of `parent` that is this node, holds it, or stands for it. */
function placeOf(node: Node, parent: Node): Node | undefined {
  if (node.parentNode === parent) return node;
  noteStandIns(observer.takeRecords());
  for (let place of [node, standIns.get(node)]) {
    while (place && place.parentNode !== parent) place = place.parentNode as Element | undefined;
    if (place) return place;
  }
  return undefined;
}

/** giveBack puts a text in the place of what stands for it, to be translated again. */
function giveBack(text: Node): void {
  if (!(text instanceof Text)) return;
  noteStandIns(observer.takeRecords());
  const standIn = standIns.get(text);
  standIns.delete(text);
  if (standIn?.isConnected) standIn.replaceWith(text);
}

/**
 * followTranslators makes what React does with a text happen to what stands for it. Browsers that translate a
 * page put elements of their own around the text nodes that React made, or in their place. React then fails to
 * remove such a text or to put something before it, which ends the page; or it changes a text that is no longer
 * on the page, and a sentence keeps what is no longer true.
 */
export function followTranslators(): void {
  observer.observe(document.body, { childList: true, subtree: true });
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node): Node {
      const place = placeOf(child, this);
      if (place !== undefined || !(child instanceof Text)) removeChild.call(this, place ?? child);
      return child;
    },
    insertBefore(this: Node, child: Node, before: Node | null): Node {
      giveBack(child);
      return insertBefore.call(this, child, before && (placeOf(before, this) ?? before));
    },
    appendChild(this: Node, child: Node): Node {
      giveBack(child);
      return appendChild.call(this, child);
    },
  });
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      giveBack(this);
      nodeValue?.set?.call(this, value);
    },
  });
}
