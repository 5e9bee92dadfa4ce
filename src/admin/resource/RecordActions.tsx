import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useRefresh, useUpdate } from 'ra-core';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { takeFocus } from '../../shared/take-focus';
import { toast } from '../../shared/toasts';
import { useConsoleText } from '../console-text';
import { conflictText, isStale } from '../failure';
import { useMay } from '../may';
import { useSentNotice } from '../sent-for-approval';
import type { Declaration, RecordAction, ResourceRecord } from './declaration';
import { titleOf } from './field-text';

const ReasonDialog = lazyPart(() => import('../ReasonDialog'));

/** What was done may take its button away, and the row with it: what is beside it has the focus then, or the page. */
function keepFocus(around: Element | null): void {
  if (!around) return;
  const left = around.isConnected ? around.querySelector('button, a') : null;
  takeFocus(left ?? document.querySelector('main'));
}

interface ButtonProps {
  label: string;
  /** What the record is called. */
  title: string;
  onPress: (button: HTMLElement) => void;
}

function ActionButton({ label, title, onPress }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (!current || document.activeElement !== current) return;
      const { parentElement } = current;
      queueMicrotask(() => keepFocus(parentElement));
    };
  }, []);
  return (
    <Button
      ref={button}
      size="small"
      aria-label={`${label} ${title}`}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      {label}
    </Button>
  );
}

/** What the administrator was shown when they pressed a button. */
interface Asked {
  action: RecordAction;
  record: ResourceRecord;
  /** Set when the record has changed since it was asked first: by whom. */
  moved?: string;
}

type Ask = (asked: Asked, button: HTMLElement) => void;

const AskContext = createContext<Ask | null>(null);

interface QuestionsProps {
  declaration: Declaration;
  children: ReactNode;
}

/**
 * Around the buttons of records: asks what is done at one of them, and does it. The question stays when the row that it came from
 * goes, as it does once others have changed what the list finds.
 */
export function RecordQuestions({ declaration, children }: QuestionsProps) {
  const { name, label, singular } = declaration;
  const [asked, setAsked] = useState<Asked | null>(null);
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const refresh = useRefresh();
  const [update] = useUpdate<ResourceRecord, unknown>();
  const tellSent = useSentNotice();
  const text = useConsoleText();
  const around = useRef<Element>(null);
  // Once the dialog has given the focus back.
  useEffect(() => {
    if (asked) return () => keepFocus(around.current);
  }, [asked]);
  useEffect(() => () => keepFocus(around.current), []);
  const ask = useCallback<Ask>((question, button) => {
    around.current = button.parentElement;
    setAsked(question);
  }, []);

  /** It has changed: it is asked again of the record as it is now, unless that cannot be done to it any more. */
  async function askAnew({ action, record: { id } }: Asked, error: unknown): Promise<void> {
    const { data: now } = await dataProvider.getOne<ResourceRecord>(name, { id });
    refresh();
    const moved = conflictText(error, 'Someone else has changed this meanwhile. Nothing was sent.');
    if (action.when?.(now) ?? true) return setAsked({ action, record: now, moved });
    toast({ title: text(label), description: moved, variant: 'warning' });
    setAsked(null);
  }

  async function confirm(question: Asked, reason: string): Promise<void> {
    const { action, record: seen } = question;
    try {
      const changed = await update(
        name,
        { id: seen.id, data: action.change, previousData: seen, meta: { reason } },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
      // React-admin tells the lists alone: it takes a record that was written for a reason for another one than was read.
      const read = { queryKey: [name, 'getOne', { id: String(seen.id) }] };
      queryClient.setQueriesData<ResourceRecord>(read, (known) => known && { ...known, ...changed });
      toast({ title: text(label), description: `${singular} saved`, variant: 'success' });
    } catch (error) {
      if (isStale(error)) return askAnew(question, error);
      if (!tellSent(error)) throw error;
    }
    setAsked(null);
  }

  return (
    <AskContext value={ask}>
      {children}
      <DialogPart code={ReasonDialog} onGiveUp={() => setAsked(null)}>
        {asked && (
          <ReasonDialog
            name={`${asked.action.label}:${name}:${asked.record.id}`}
            title={`${text(asked.action.label)} this ${singular.toLowerCase()}?`}
            confirm={text(asked.action.label)}
            onConfirm={(reason) => confirm(asked, reason)}
            onCancel={() => setAsked(null)}
          >
            {asked.moved && (
              <Alert severity="warning" sx={{ mb: 2 }}>
                {asked.moved}
              </Alert>
            )}
            {titleOf(declaration, asked.record)}
          </ReasonDialog>
        )}
      </DialogPart>
    </AskContext>
  );
}

interface Props {
  declaration: Declaration;
  record: ResourceRecord;
}

/** What can be done to a record at a button, for those who may change it; each is asked about, and done for a reason. */
export function RecordActions({ declaration, record }: Props) {
  const { name, actions = [] } = declaration;
  const ask = use(AskContext);
  const text = useConsoleText();
  const title = titleOf(declaration, record);
  if (!useMay('edit', name)) return null;
  return actions
    .filter(({ when }) => when?.(record) ?? true)
    .map((action) => (
      <ActionButton
        key={action.label}
        label={text(action.label)}
        title={title}
        onPress={(button) => ask?.({ action, record }, button)}
      />
    ));
}
