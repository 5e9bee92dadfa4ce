import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { PlanValue } from '../../../contract/enums';
import { toasts } from '../../../contract/messages';
import { type DepositForm, depositFormSchema, depositPlanFormSchema } from '../../../contract/transaction';
import { dashboardModalAtom } from '../../shared/state';
import { chosenPlanAtom } from '../dashboard-modal';
import { useWallets } from '../investor-data';
import { ModalShell } from '../modal/ModalShell';
import { DraftNotice } from '../submission/DraftNotice';
import { readPending } from '../submission/pending-submission';
import { UnansweredNotice } from '../submission/UnansweredNotice';
import { useConsent } from '../submission/use-consent';
import { useSubmission } from '../submission/use-submission';
import { readDraft, useKeepDeposit } from './deposit-draft';
import {
  emptyDeposit,
  type FilledDeposit,
  isPlanField,
  rangeWarning,
  toDepositRequest,
} from './deposit-form';
import { dropProof } from './kept-proof';
import { PaymentTab } from './PaymentTab';
import { PlanTab } from './PlanTab';
import { useReportedBefore } from './reported-before';
import { useFocusOnStep } from './use-focus-on-step';

const tabs = { plan: 'tab-1', payment: 'tab-2' } as const;
type TabId = (typeof tabs)[keyof typeof tabs];

/** The fields of each step, the first one first. */
const stepFields: Readonly<Record<TabId, readonly (keyof DepositForm)[]>> = {
  [tabs.plan]: ['plan', 'crypto', 'amount'],
  [tabs.payment]: ['transactionId'],
};

/** What the form opens with: what was sent without an answer, else what was filled in before, else nothing. */
function openingValues(plan: PlanValue | null) {
  const pending = readPending('deposit', depositFormSchema);
  const draft = readDraft();
  const values = pending?.values ?? draft ?? emptyDeposit;
  // The plan whose card was clicked is newer than the one of a draft.
  const chosen = plan && !pending ? { plan } : {};
  return { pending, draft: pending ? null : draft, values: { ...emptyDeposit, ...values, ...chosen } };
}

/** 'Make Deposit': what and where to pay on the first tab, the payment's reference on the second. */
export default function DepositModal() {
  const close = useSetAtom(dashboardModalAtom);
  const plan = useAtomValue(chosenPlanAtom);
  const [opening] = useState(() => openingValues(plan));
  const [tab, setTab] = useState<TabId>(opening.pending ? tabs.payment : tabs.plan);
  const [draftNotice, setDraftNotice] = useState(opening.draft !== null);
  const [uploading, setUploading] = useState(false);
  // Counted, so that a form started over has no image still under way.
  const [round, setRound] = useState(0);
  const form = useForm<DepositForm, unknown, FilledDeposit>({
    resolver: zodResolver(depositFormSchema),
    mode: 'onTouched',
    defaultValues: opening.values,
  });
  const dropDraft = useKeepDeposit(form.control);
  const { isValid, isDirty, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });
  const { plan: planValue = '', crypto = '', amount = '', transactionId = '' } = values;
  const { data: wallets } = useWallets();
  const payable = wallets?.some(({ name }) => name === crypto) ?? false;
  const warning = rangeWarning(planValue, amount);
  const rangeConsent = useConsent(`${warning} ${amount}`);
  const planComplete =
    depositPlanFormSchema.safeParse(values).success && payable && (!warning || rangeConsent.given);
  const idConsent = useConsent(transactionId);
  const submission = useSubmission({
    kind: 'deposit',
    form,
    empty: emptyDeposit,
    initial: opening.pending,
    toRequest: toDepositRequest,
    // Whoever is quicker than the check waits for it.
    mayBeSent: async (filled) => idConsent.given || (await look(filled.transactionId)) === undefined,
    success: () => ({ description: toasts.deposit }),
    onEmptied: () => {
      dropDraft();
      dropProof(form.getValues('imageUrl'));
    },
    onRefused: ({ errors }) => {
      // An image that is gone cannot be sent again; what was said of it stays beneath the field.
      if (errors.some(({ field }) => field === 'imageUrl')) {
        dropProof(form.getValues('imageUrl'));
        form.setValue('imageUrl', '');
      }
      if (errors.some(({ field }) => field !== undefined && isPlanField(field))) setTab(tabs.plan);
    },
  });

  const { pending, unanswered } = submission;
  // What was sent would be found as one before itself.
  const { before, look } = useReportedBefore(transactionId, tab === tabs.payment && pending === null);
  useFocusOnStep(form, tab, stepFields[tab]);

  const onPlan = tab === tabs.plan;
  // What is back from before counts as changed: it was typed once.
  const changed = isDirty || opening.draft !== null || opening.pending !== null;

  function send(filled: FilledDeposit): void {
    setDraftNotice(false);
    submission.send(filled);
  }

  function startOver(): void {
    submission.giveUp();
    setDraftNotice(false);
    setRound(round + 1);
    setTab(tabs.plan);
  }

  const cancelText = onPlan ? 'Cancel' : 'Previous';
  return (
    <ModalShell
      header="Make Deposit"
      cancelText={unanswered ? 'Close' : cancelText}
      confirmText={onPlan ? 'Proceed' : 'Deposit'}
      canConfirm={
        onPlan
          ? planComplete
          : isValid && changed && !uploading && !isSubmitting && (!before || idConsent.given)
      }
      hideConfirm={pending !== null}
      onCancel={() => (onPlan || unanswered ? close(null) : setTab(tabs.plan))}
      onClose={() => close(null)}
      onConfirm={onPlan ? () => setTab(tabs.payment) : form.handleSubmit(send)}
      wait={onPlan ? undefined : submission.wait}
      loading={submission.sending ? 'Sending your deposit' : undefined}
      onAbort={submission.abort}
    >
      {unanswered && (
        <Box sx={{ pt: 1, pb: 2.5 }}>
          <UnansweredNotice
            kind="deposit"
            sent={unanswered}
            wait={submission.wait}
            onSendAgain={submission.sendAgain}
            onGiveUp={startOver}
            onLeave={() => close(null)}
          />
        </Box>
      )}
      {/* What was sent stays in view, and as it was: anything else would be another request. */}
      <Box inert={pending !== null} sx={{ opacity: unanswered ? 0.6 : 1 }}>
        <Tabs
          value={tab}
          onChange={(_, next: TabId) => setTab(next)}
          variant="fullWidth"
          aria-label="Steps of a deposit"
          sx={{
            mb: 3,
            borderBottom: 1,
            borderColor: 'divider',
            // A step stands in one line on the narrowest phones; with larger letters it breaks, and nothing of it is cut.
            '& button': { px: { xs: 1, sm: 2 }, overflowWrap: 'anywhere', hyphens: 'auto' },
          }}
        >
          <Tab id={tabs.plan} value={tabs.plan} aria-controls="panel-1" label="1. Investment" />
          <Tab
            id={tabs.payment}
            value={tabs.payment}
            aria-controls="panel-2"
            label="2. Confirmation"
            disabled={!planComplete && tab !== tabs.payment}
          />
        </Tabs>
        <Stack sx={{ gap: 2.5 }}>
          {draftNotice && !pending && <DraftNotice onClear={startOver} />}
          <Box role="tabpanel" id="panel-1" aria-labelledby={tabs.plan} hidden={!onPlan}>
            <PlanTab control={form.control} warning={warning} consent={rangeConsent} />
          </Box>
          <Box role="tabpanel" id="panel-2" aria-labelledby={tabs.payment} hidden={onPlan}>
            <PaymentTab
              key={round}
              control={form.control}
              active={!onPlan}
              before={before}
              consent={idConsent}
              onUploading={setUploading}
            />
          </Box>
        </Stack>
      </Box>
    </ModalShell>
  );
}
