import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRefresh } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../contract/user';
import { formatMoment } from '../../shared/format';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { takeFocus } from '../../shared/take-focus';
import { toast } from '../../shared/toasts';
import { Section } from '../layout/Section';
import { useMay } from '../may';

const EraseDialog = lazyPart(() => import('./EraseDialog'));

/** What is known about a person, and the way to have it erased. */
export function Erasure({ person }: { person: Partial<User> & { id: string } }) {
  const refresh = useRefresh();
  const mayEdit = useMay('edit', 'users') === true;
  const [asking, setAsking] = useState(false);
  const { id, erasedAt } = person;
  const hasAsked = useRef(false);
  // The button that was pressed goes with what it erases, whoever does it.
  useEffect(() => {
    if (asking) hasAsked.current = true;
    else if (hasAsked.current && erasedAt) takeFocus(document.querySelector('main'));
  }, [asking, erasedAt]);

  return (
    <Section
      title="Personal data"
      wide
      action={
        mayEdit &&
        !erasedAt && (
          <Button size="small" color="error" onClick={() => setAsking(true)}>
            Erase personal data
          </Button>
        )
      }
    >
      <Typography variant="body2" color="textSecondary">
        {erasedAt
          ? `Erased on ${formatMoment(erasedAt)}. The books stay.`
          : 'Kept until an administrator erases it. The books stay, under nobody’s name.'}
      </Typography>
      <DialogPart code={EraseDialog} onGiveUp={() => setAsking(false)}>
        {asking && (
          <EraseDialog
            userId={id}
            onDone={() => {
              toast({ title: 'Personal data', description: 'Erased', variant: 'success' });
              setAsking(false);
              // Everything on the page tells about the person.
              refresh();
            }}
            onCancel={() => setAsking(false)}
          />
        )}
      </DialogPart>
    </Section>
  );
}
