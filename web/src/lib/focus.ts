import type { Attachment } from 'svelte/attachments';

const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])';

/** Parts of the page with a place of their own for a focus that has lost its element. */
const homes = new WeakMap<Element, () => HTMLElement | null | undefined>();
/** What has the focus, and what it stands in, innermost first. */
let held: { element: HTMLElement; around: Element[] } | null = null;
/** What was given the focus because something else had gone. */
let given: Element | null = null;

/** Says where the focus goes when what has it in this part of the page goes away or can no longer be used. */
export function home(find: () => HTMLElement | null | undefined): Attachment {
  return (part) => {
    homes.set(part, find);
    return () => homes.delete(part);
  };
}

/** Whether nobody put the focus where it is. */
export function isFocusIdle(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at === given;
}

/**
 * Keeps the focus from falling to the body, where a keyboard has to start all over, when a button that has it is
 * disabled or removed: it goes to the home of that part of the page, or to what follows, or to the heading of a new
 * page. Code that puts the focus somewhere itself comes first. Returns what stops this.
 */
export function keepFocus(): () => void {
  let removals: MutationRecord[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hold({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    const around: Element[] = [];
    for (let part = target.parentElement; part; part = part.parentElement) around.push(part);
    held = { element: target, around };
    if (target !== given) given = null;
  }

  /** Forget the element when a click on nothing takes its focus. If it is being removed, that is reported first. */
  function release(): void {
    const left = held;
    queueMicrotask(() => {
      if (left && left === held && !isLost(left.element)) held = null;
    });
  }

  function restore(): void {
    const changes = removals;
    removals = [];
    const at = document.activeElement;
    if (!held || !isLost(held.element) || (at && at !== document.body && at !== held.element)) return;
    const next = homeOf(held.around) ?? neighbour(held, changes) ?? heading();
    held = null;
    if (!next) return;
    if (!next.matches(FOCUSABLE)) next.tabIndex = -1;
    given = next;
    next.focus({ preventScroll: true });
  }

  const observer = new MutationObserver((changes) => {
    if (!held || !isLost(held.element)) return;
    removals.push(...changes.filter(({ removedNodes }) => removedNodes.length > 0));
    clearTimeout(timer);
    timer = setTimeout(restore);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', hold);
  document.addEventListener('focusout', release);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener('focusin', hold);
    document.removeEventListener('focusout', release);
  };
}

function isLost(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled');
}

function homeOf(around: readonly Element[]): HTMLElement | null | undefined {
  const part = around.find((part) => part.isConnected && homes.has(part));
  return part && homes.get(part)?.();
}

/** What comes after the element, or else before it, in the smallest part of the page that is still there. */
function neighbour(
  { element, around }: { element: Element; around: readonly Element[] },
  removals: readonly MutationRecord[],
): HTMLElement | undefined {
  const gone = [element, ...around].filter((part) => !part.isConnected);
  const removal = removals.find(({ removedNodes }) =>
    [...removedNodes].some((node) => gone.includes(node as Element)),
  );
  const marks = element.isConnected ? [element] : [removal?.nextSibling, removal?.previousSibling];
  const mark = marks.find((node) => node?.isConnected);
  for (const part of around) {
    if (!part.isConnected) continue;
    if (!part.closest('main, dialog, header')) return undefined;
    const all = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => each.checkVisibility());
    const after = mark && all.find((each) => !isBefore(each, mark));
    const next = after ?? all.at(mark ? -1 : 0);
    if (next) return next;
  }
  return undefined;
}

function isBefore(element: Node, mark: Node): boolean {
  return (element.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function heading(): HTMLElement | null {
  return document.querySelector('main h1');
}
