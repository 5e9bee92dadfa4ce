import { refusals, toasts as texts } from '../../contract/messages';
import { ApiError } from './api';

export type ToastVariant = 'default' | 'destructive' | 'success' | 'warning';

export interface ToastContent {
  title?: string;
  description: string;
  variant?: ToastVariant;
}

/** Shows one toast and calls `onGone` when it has left. */
type Show = (content: ToastContent, onGone: () => void) => void;

// notistack drops the toast in view when the next one comes; ours wait behind it, and for the viewport.
const waiting: ToastContent[] = [];
let showing: ToastContent | null = null;
let show: Show | null = null;

function showNext(): void {
  if (!show || showing) return;
  const next = waiting.shift();
  if (!next) return;
  showing = next;
  show(next, () => {
    showing = null;
    showNext();
  });
}

/** For the viewport: toasts are shown by `shower` until the function it gets back is called. */
export function connectViewport(shower: Show): () => void {
  show = shower;
  showNext();
  return () => {
    show = null;
    showing = null;
  };
}

function same(a: ToastContent, b: ToastContent): boolean {
  return a.title === b.title && a.description === b.description && a.variant === b.variant;
}

/** Shows a toast once the ones before it have gone. The same toast is not shown twice in a row. */
export function toast(content: ToastContent): void {
  const last = waiting.at(-1) ?? showing;
  if (last && same(last, content)) return;
  waiting.push(content);
  showNext();
}

/** Shows each error of a failed call as a destructive toast titled 'Error'. */
export function toastErrors(error: unknown): void {
  const messages = error instanceof ApiError ? error.errors.map((item) => item.message) : [refusals.internal];
  for (const description of messages) toast({ title: texts.errorTitle, description, variant: 'destructive' });
}
