import ArrowRightAltOutlined from '@mui/icons-material/ArrowRightAltOutlined';
import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { isAddress, type Told } from '../../../contract/effect-text';
import type { Effect } from '../../../contract/proposals';
import { visuallyHidden } from '../../shared/visually-hidden';
import { Address } from './Address';
import { changesOf, effectName, effectText } from './proposal-text';

const gridSx = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'auto 1fr' },
  columnGap: 2.5,
  rowGap: { xs: 0.25, sm: 1 },
  m: 0,
  fontVariantNumeric: 'tabular-nums',
  '& dt': { color: 'text.secondary', fontSize: '0.875rem', pt: { xs: 1, sm: 0.25 } },
  '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere' },
} as const;

type Change = ReturnType<typeof changesOf>[number];

function Value({ text, isAddress }: { text: string; isAddress: boolean }) {
  return isAddress ? <Address text={text} /> : text;
}

/** As it is and as it becomes; an address on lines of its own, with the letters that differ. */
function BeforeAfter({ before, after, isAddress }: Change) {
  if (!isAddress) {
    return (
      <>
        <del>{before}</del>
        <ArrowRightAltOutlined aria-hidden sx={{ fontSize: 18, mx: 0.75, verticalAlign: 'text-bottom' }} />
        <Box component="span" sx={{ ...visuallyHidden, left: 0 }}>
          becomes{' '}
        </Box>
        <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 650 }}>
          {after}
        </Box>
      </>
    );
  }
  return (
    <Box component="span" sx={{ display: 'grid', gap: 0.75 }}>
      {[
        { label: 'Now', text: before, other: after },
        { label: 'Then', text: after, other: before },
      ].map(({ label, text, other }) => (
        <span key={label}>
          <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
            {label}
          </Box>
          <Address text={text} other={other} />
        </span>
      ))}
    </Box>
  );
}

interface Props {
  /** What it is called, for those who do not see it. */
  label: string;
  told: Told;
  effect: Effect;
  /** Nothing was before. */
  isNew: boolean;
}

/** Exactly what an act does: what it is decided by, and each value before and after. */
export function EffectView({ label, told, effect, isNew }: Props) {
  return (
    <Box component="section" aria-label={label}>
      <Box component="dl" sx={gridSx}>
        {effect.facts.map(({ name, value }) => {
          const text = effectText(told, name, value);
          return (
            <Fragment key={name}>
              <dt>{effectName(told, name)}</dt>
              <dd>
                <Value text={text} isAddress={isAddress(told, name)} />
              </dd>
            </Fragment>
          );
        })}
        {changesOf(effect, told).map((change) => (
          <Fragment key={`${change.name} ${change.before}`}>
            <dt>{change.name}</dt>
            <Box component="dd" sx={{ '& del': { color: 'text.secondary' } }}>
              {isNew ? (
                <Value text={change.after} isAddress={change.isAddress} />
              ) : (
                <BeforeAfter {...change} />
              )}
            </Box>
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}
