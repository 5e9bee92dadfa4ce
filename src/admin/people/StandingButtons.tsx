import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useGetIdentity, useRefresh } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { UserStanding, UserType } from '../../../contract/enums';
import type { PersonRecord } from '../../../contract/people';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { takeFocus } from '../../shared/take-focus';
import { toast } from '../../shared/toasts';
import { conflictText, isStale } from '../failure';
import { useMay } from '../may';
import { type StandingAct, useConsoleProvider } from '../provider/console-calls';
import { useSentNotice } from '../sent-for-approval';

const ReasonDialog = lazyPart(() => import('../ReasonDialog'));

/** What each act is called, what it does, and what is said once it is done. */
const acts: Readonly<Record<StandingAct, { name: string; effect: string; waits?: true; done: string }>> = {
  disable: {
    name: 'Disable',
    effect:
      'They are signed out everywhere at once and cannot sign in until they are enabled again. They and all administrators are told by mail.',
    waits: true,
    done: 'Disabled, and signed out everywhere',
  },
  enable: {
    name: 'Enable',
    effect:
      'They can sign in again, with the password and the second factors they had. They and all administrators are told by mail.',
    done: 'Enabled',
  },
  offboard: {
    name: 'Offboard',
    effect:
      'They are signed out everywhere at once and can never sign in again: the password is void, second factors are removed. This cannot be undone. They and all administrators are told by mail.',
    waits: true,
    done: 'Offboarded, and signed out everywhere',
  },
};

/** What becomes of what waits of a person who is shut out. */
const whatWaits = (type: UserType | undefined) =>
  type === 'admin'
    ? 'Their proposals that wait are withdrawn, and the invitations they sent are revoked.'
    : 'What they asked for stays for you to decide.';

const actsOn = {
  enabled: ['disable', 'offboard'],
  disabled: ['enable', 'offboard'],
  offboarded: [],
} as const;

/** What the administrator was shown when they chose to do it. */
interface Asked {
  act: StandingAct;
  version: number | undefined;
  /** Set when the person has changed since it was asked first: by whom. */
  moved?: string;
}

/** Shuts a person out or lets them in again, for a reason; for administrators, of anybody but themselves. */
export function StandingButtons({ person, name }: { person: Partial<PersonRecord>; name: string }) {
  const provider = useConsoleProvider();
  const refresh = useRefresh();
  const tellSent = useSentNotice();
  const mayEdit = useMay('edit', 'users');
  const { identity } = useGetIdentity();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { _id: userId, standing, version } = person;
  const buttons = useRef<HTMLDivElement>(null);
  /** What the person was when something was done: its buttons go once they are something else. */
  const before = useRef<UserStanding>(undefined);
  useEffect(() => {
    if (!before.current || before.current === standing) return;
    before.current = undefined;
    takeFocus(buttons.current?.querySelector('button') ?? document.querySelector('main'));
  });
  // Other hosts have no standing. Nobody shuts out themself.
  if (!mayEdit || !standing || userId === undefined || !identity || identity.id === userId) return null;
  const id = userId;

  /** They have changed: it is asked again of the person as they are now, unless that cannot be done to them any more. */
  async function askAnew({ act }: Asked, error: unknown): Promise<void> {
    const { data: now } = await provider.getOne<PersonRecord & { id: string }>('users', { id });
    before.current = standing;
    refresh();
    const moved = conflictText(error, 'Someone else has changed this person meanwhile. Nothing was sent.');
    if (now.standing && actsOn[now.standing].some((each) => each === act)) {
      return setAsked({ act, version: now.version, moved });
    }
    toast({ about: `standing ${id}`, title: name, description: moved, variant: 'warning' });
    setAsked(null);
  }

  async function confirm(question: Asked, reason: string): Promise<void> {
    const { act, version } = question;
    try {
      await provider.changeStanding({ userId: id, act, version, reason });
    } catch (error) {
      if (isStale(error)) return askAnew(question, error);
      if (!tellSent(error)) throw error;
      return setAsked(null);
    }
    toast({ about: `standing ${id}`, title: name, description: acts[act].done, variant: 'success' });
    setAsked(null);
    before.current = standing;
    refresh();
  }

  return (
    <Box ref={buttons} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: { sm: 'auto' } }}>
      {actsOn[standing].map((act) => (
        <Button
          key={act}
          size="small"
          variant="outlined"
          color={act === 'enable' ? 'primary' : 'error'}
          aria-haspopup="dialog"
          onClick={() => setAsked({ act, version })}
        >
          {acts[act].name}
        </Button>
      ))}
      <DialogPart code={ReasonDialog} onGiveUp={() => setAsked(null)}>
        {asked && (
          <ReasonDialog
            name={`${asked.act}:${id}`}
            title={`${acts[asked.act].name} ${name}?`}
            confirm={acts[asked.act].name}
            onConfirm={(reason) => confirm(asked, reason)}
            onCancel={() => setAsked(null)}
          >
            {asked.moved && (
              <Alert severity="warning" sx={{ mb: 2 }}>
                {asked.moved}
              </Alert>
            )}
            {acts[asked.act].effect} {acts[asked.act].waits && whatWaits(person.type)}
          </ReasonDialog>
        )}
      </DialogPart>
    </Box>
  );
}
