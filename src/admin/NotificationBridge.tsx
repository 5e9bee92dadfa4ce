import { useNotificationContext, useTakeUndoableMutation, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { toasts as texts } from '../../contract/messages';
import { type ToastVariant, toast } from '../shared/toasts';

const variants: Record<string, ToastVariant> = {
  success: 'success',
  warning: 'warning',
  error: 'destructive',
};

/** Hands react-admin's notifications to our toasts; renders nothing. */
export function NotificationBridge() {
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const translate = useTranslate();

  useEffect(() => {
    if (notifications.length === 0) return;
    const notification = takeNotification();
    if (!notification) return;
    const { message, type, notificationOptions } = notification;
    // An undoable write waits for the notification's end. Ours has no undo, so it is sent at once, else never.
    if (notificationOptions?.undoable) takeMutation()?.({ isUndo: false });
    if (typeof message !== 'string') return;
    toast({
      ...(type === 'error' ? { title: texts.errorTitle } : {}),
      description: translate(message, notificationOptions?.messageArgs),
      variant: variants[type] ?? 'default',
    });
  }, [notifications, takeNotification, takeMutation, translate]);

  return null;
}
