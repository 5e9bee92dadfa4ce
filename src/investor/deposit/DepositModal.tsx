import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toasts } from '../../../contract/messages';
import { type DepositForm, depositFormSchema, depositPlanFormSchema } from '../../../contract/transaction';
import { dashboardModalAtom } from '../../shared/state';
import { chosenPlanAtom } from '../dashboard-modal';
import { ModalShell } from '../modal/ModalShell';
import { readPending } from '../submission/pending-submission';
import { UnansweredNotice } from '../submission/UnansweredNotice';
import { useSubmission } from '../submission/use-submission';
import { emptyDeposit, type FilledDeposit, isPlanField, toDepositRequest } from './deposit-form';
import { PaymentTab } from './PaymentTab';
import { PlanTab } from './PlanTab';

const tabs = { plan: 'tab-1', payment: 'tab-2' } as const;
type TabId = (typeof tabs)[keyof typeof tabs];

/** 'Make Deposit': what and where to pay on the first tab, the payment's reference on the second. */
export default function DepositModal() {
  const close = useSetAtom(dashboardModalAtom);
  const plan = useAtomValue(chosenPlanAtom);
  const [initial] = useState(() => readPending('deposit', depositFormSchema));
  const [tab, setTab] = useState<TabId>(initial ? tabs.payment : tabs.plan);
  const form = useForm<DepositForm, unknown, FilledDeposit>({
    resolver: zodResolver(depositFormSchema),
    mode: 'onTouched',
    defaultValues: initial?.values ?? { ...emptyDeposit, plan: plan ?? '' },
  });
  const { isValid, isDirty } = form.formState;
  const planComplete = depositPlanFormSchema.safeParse(useWatch({ control: form.control })).success;
  const submission = useSubmission({
    kind: 'deposit',
    form,
    empty: emptyDeposit,
    initial,
    toRequest: toDepositRequest,
    success: { description: toasts.deposit },
    onRefused: ({ errors }) => {
      if (errors.some(({ field }) => field !== undefined && isPlanField(field))) setTab(tabs.plan);
    },
  });

  const onPlan = tab === tabs.plan;
  const changed = isDirty || submission.unanswered !== null;

  function startOver(): void {
    submission.startOver();
    setTab(tabs.plan);
  }

  return (
    <ModalShell
      header="Make Deposit"
      cancelText={onPlan ? 'Cancel' : 'Previous'}
      confirmText={onPlan ? 'Proceed' : 'Deposit'}
      canConfirm={onPlan ? planComplete : isValid && changed}
      onCancel={() => (onPlan ? close(null) : setTab(tabs.plan))}
      onClose={() => close(null)}
      onConfirm={onPlan ? () => setTab(tabs.payment) : form.handleSubmit((values) => submission.send(values))}
      loading={submission.sending ? 'Sending your deposit' : undefined}
      onAbort={submission.abort}
    >
      <Tabs
        value={tab}
        onChange={(_, next: TabId) => setTab(next)}
        variant="fullWidth"
        aria-label="Steps of a deposit"
        sx={{ mb: 3, borderBottom: 1, borderColor: 'divider' }}
      >
        <Tab id={tabs.plan} value={tabs.plan} aria-controls="panel-1" label="1. Investment" />
        <Tab
          id={tabs.payment}
          value={tabs.payment}
          aria-controls="panel-2"
          label="2. Confirmation"
          disabled={!planComplete}
        />
      </Tabs>
      <Stack sx={{ gap: 2.5 }}>
        {submission.unanswered && <UnansweredNotice onStartOver={startOver} />}
        <Box role="tabpanel" id="panel-1" aria-labelledby={tabs.plan} hidden={!onPlan}>
          <PlanTab control={form.control} />
        </Box>
        <Box role="tabpanel" id="panel-2" aria-labelledby={tabs.payment} hidden={onPlan}>
          <PaymentTab control={form.control} />
        </Box>
      </Stack>
    </ModalShell>
  );
}
