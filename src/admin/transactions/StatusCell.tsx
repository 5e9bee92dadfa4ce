import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRecordContext } from 'ra-core';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { enumValues } from '../../../contract/enum-values';
import type { TrxStatus } from '../../../contract/enums';
import { isErased } from '../../../contract/erased-person';
import { printing } from '../../shared/print-styles';
import { StatusChip } from '../../shared/StatusChip';
import { statusTones } from '../../shared/status-tones';
import { colors } from '../../shared/theme-palette';
import { textOrMissing } from '../list/columns';
import { standInsFor, statusControl } from './status-controls';
import { statusLabel, type TransactionRecord } from './transaction-record';
import { useStatusControl } from './use-status-change';

const opens = new Set(['ArrowDown', 'ArrowUp']);

interface ChoiceProps {
  label: string;
  status: TrxStatus;
  /** Is told, besides, what may have the focus instead if the row goes meanwhile. */
  onChoice: (status: TrxStatus, standIns: Element[]) => void;
  /** Is called once the row is gone that had the focus, with what may have it instead. */
  onLost: (standIns: Element[]) => void;
}

/**
 * A select whose list is there while it is open. MUI's own select has a field, a menu and a modal from the beginning: for
 * a page of twenty rows sixty of each were rendered (2026-11-26).
 */
function StatusChoice({ label, status, onChoice, onLost }: ChoiceProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (document.activeElement !== current) return;
      const standIns = standInsFor(current);
      queueMicrotask(() => onLost(standIns));
    };
  }, [onLost]);
  const tone = statusTones[status];
  function openByKey(event: KeyboardEvent<HTMLElement>): void {
    if (!opens.has(event.key)) return;
    event.preventDefault();
    setAnchor(event.currentTarget);
  }

  return (
    <>
      <ButtonBase
        ref={button}
        role="combobox"
        data-print={printing.text}
        {...{ [statusControl]: '' }}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        {...(anchor && { 'aria-controls': id })}
        onClick={(event) => {
          // A table around it may make its rows clickable.
          event.stopPropagation();
          setAnchor(event.currentTarget);
        }}
        onKeyDown={openByKey}
        sx={(theme) => ({
          width: { xs: 126, sm: 110 },
          height: { xs: 36, sm: 30 },
          borderRadius: '8px',
          justifyContent: 'space-between',
          pl: 1.25,
          pr: 0.75,
          bgcolor: colors(theme)[tone].light,
          color: colors(theme)[tone].main,
          fontSize: { xs: '0.8125rem', sm: '0.75rem' },
          fontFamily: 'inherit',
          fontWeight: 600,
          '@media print': { width: 'auto', pl: 0, '& > svg': { display: 'none' } },
          '&:focus-visible': { outline: `2px solid ${colors(theme)[tone].main}`, outlineOffset: 1 },
        })}
      >
        {status}
        <ExpandMoreOutlined sx={{ fontSize: 18 }} />
      </ButtonBase>
      {anchor && (
        <Menu
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          onClick={(event) => event.stopPropagation()}
          slotProps={{
            list: { id, role: 'listbox', 'aria-label': label },
            paper: { sx: { minWidth: anchor.clientWidth } },
          }}
        >
          {enumValues.trxStatuses.map((each) => (
            <MenuItem
              key={each}
              role="option"
              selected={each === status}
              aria-selected={each === status}
              onClick={() => {
                setAnchor(null);
                if (each !== status) onChoice(each, standInsFor(anchor));
              }}
            >
              {each}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

/**
 * The status of a transaction as a control in its row. A choice is asked about with its effect before it is sent; the
 * row shows the former status until the host has answered another. Who may not set it sees it alone, and nobody sets that
 * of an erased person (docs/rules.md, "Personal data").
 */
export function StatusCell() {
  const record = useRecordContext<TransactionRecord>();
  const { ask, may, handOver } = useStatusControl();
  if (!record) return null;
  const status = enumValues.trxStatuses.find((each) => each === record.status);
  if (!status) return textOrMissing(record.status);
  if (!may || isErased(record.user)) return <StatusChip status={status} />;
  return (
    <StatusChoice
      label={statusLabel(record)}
      status={status}
      onChoice={(chosen, standIns) => ask(record, chosen, standIns)}
      onLost={handOver}
    />
  );
}
