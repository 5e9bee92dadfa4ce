import { limits } from '../../contract/limits';
import { sharedRefusals, toasts as texts } from '../../contract/messages';
import { apiErrorOf, ForAnother } from './api-error';

export type ToastVariant = 'default' | 'destructive' | 'success' | 'warning';

/** Where a toast leads on to. */
export interface Onward {
  label: string;
  go: () => void;
}

export interface ToastContent {
  title?: string;
  description: string;
  variant?: ToastVariant;
  /** What it is about: a newer one about the same takes its place, as what this one says is over. */
  about?: string;
  /** A button that leads on from it, and sends it off. */
  onward?: Onward;
}

/** Shows one toast, calls `onGone` when it has left, and gives the way to send it off before its time. */
type Show = (content: ToastContent, onGone: () => void) => () => void;

interface Shown {
  content: ToastContent;
  dismiss: () => void;
}

// notistack drops the toast in view when the next one comes; ours wait behind it, and for the viewport.
let waiting: ToastContent[] = [];
const cameAt = new WeakMap<ToastContent, number>();
let showing: Shown | null = null;
let show: Show | null = null;
let wantViewport = () => {};
/** Whether the errors so far are of a moment before this one: what is toasted without a pause in between is of one answer. */
let errorsAreOld = true;
const wanted = new Promise<void>((resolve) => {
  wantViewport = resolve;
});

/** Has the viewport fetched before there is something to show. */
export async function readyToasts(): Promise<void> {
  wantViewport();
}

/** Resolves when there has been something to show, or will be. */
export const whenToasted = (): Promise<void> => wanted;

function isError({ variant }: ToastContent): boolean {
  return variant === 'destructive';
}

function showNext(): void {
  if (waiting.length > 0) wantViewport();
  if (!show || showing) return;
  const content = waiting.shift();
  if (!content) return;
  const shown: Shown = { content, dismiss: () => {} };
  showing = shown;
  shown.dismiss = show(content, () => {
    // One that was sent off leaves while the next is already there.
    if (showing !== shown) return;
    showing = null;
    showNext();
  });
}

function sendOff(): void {
  showing?.dismiss();
  showing = null;
}

/** For the viewport: toasts are shown by `shower` until the function it gets back is called. */
export function connectViewport(shower: Show): () => void {
  show = shower;
  // What failed long before it may have gone well since.
  const oldest = Date.now() - limits.toastDuration;
  waiting = waiting.filter((content) => !isError(content) || (cameAt.get(content) ?? 0) >= oldest);
  showNext();
  return () => {
    show = null;
    showing = null;
  };
}

function same(a: ToastContent, b: ToastContent): boolean {
  return a.title === b.title && a.description === b.description && a.variant === b.variant;
}

/** Sends off what says how something was before. */
function forget(about: string): void {
  waiting = waiting.filter((content) => content.about !== about);
  if (showing?.content.about === about) sendOff();
}

/** Forgets the errors that are shown or wait: what they are about is over. */
export function clearErrors(): void {
  waiting = waiting.filter((content) => !isError(content));
  if (showing && isError(showing.content)) sendOff();
  showNext();
}

/**
 * Shows a toast once those of its kind before it have gone; the same one not twice in a row. An error comes at once, in
 * place of any other, and waits for those alone that it came with; nothing else waits behind an error, and a success ends
 * those before it.
 */
export function toast(content: ToastContent): void {
  cameAt.set(content, Date.now());
  if (content.variant === 'success') clearErrors();
  if (content.about) forget(content.about);
  const urgent = isError(content);
  if (urgent && errorsAreOld) {
    // What says the same stays in view.
    if (showing && isError(showing.content) && !same(showing.content, content)) sendOff();
    waiting = waiting.filter((each) => !isError(each));
    errorsAreOld = false;
    queueMicrotask(() => {
      errorsAreOld = true;
    });
  }
  const before = waiting.filter((each) => isError(each) === urgent).at(-1);
  const inView = showing && isError(showing.content) === urgent ? showing.content : null;
  const last = before ?? inView;
  if (last && same(last, content)) return;
  // Errors stand before the others, in the order in which they came; what else comes while one is read, before the next.
  const behind = waiting.findIndex((each) => isError(each) !== urgent);
  if (behind >= 0) waiting.splice(behind, 0, content);
  else waiting.push(content);
  if (showing && !inView) sendOff();
  showNext();
}

/**
 * Shows each error of a failed call, also as the console's data provider wraps it, as a destructive toast titled 'Error'
 * (docs/rules.md, "Toasts"). A second factor that the person has chosen not to show is no alarm, and the page that sets one up
 * says itself why it is there. What another person has sent is said to nobody.
 */
export function toastErrors(error: unknown): void {
  if (error instanceof ForAnother) return;
  const errors = apiErrorOf(error)?.errors ?? [{ code: 'internal', message: sharedRefusals.internal }];
  for (const { code, message } of errors) {
    if (code === 'factor_setup_required') continue;
    if (code === 'step_up_required') toast({ description: message });
    else toast({ title: texts.errorTitle, description: message, variant: 'destructive' });
  }
}
