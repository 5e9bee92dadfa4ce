import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { enumValues } from '../../contract/enum-values';
import type { FactorKind } from '../../contract/enums';
import { passkeyProblem } from '../shared/factors/passkey';
import type { Wait } from '../shared/wait/use-wait';
import { WaitButton } from '../shared/wait/WaitButton';
import { kindTexts } from './factor-kinds';

interface Props {
  /** The kind that is being begun. */
  starting: FactorKind | null;
  wait: Wait;
  onChoose: (kind: FactorKind) => void;
}

/** The kinds of factors that can be added; one that this browser cannot do says why. */
export function FactorChoices({ starting, wait, onChoose }: Props) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {enumValues.factorKinds.map((kind) => {
        const { Icon, name, what, add } = kindTexts[kind];
        const problem = kind === 'passkey' ? passkeyProblem() : undefined;
        return (
          <Box
            key={kind}
            sx={{
              display: 'flex',
              flexDirection: 'column',
              gap: 1,
              p: 2.5,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'background.default',
            }}
          >
            <Typography component="h3" variant="subtitle1" sx={{ display: 'flex', gap: 1, fontWeight: 600 }}>
              <Icon aria-hidden sx={{ color: 'primary.main' }} />
              {name}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
              {problem ?? what}
            </Typography>
            {problem === undefined ? (
              <WaitButton
                variant="outlined"
                wait={wait}
                silent
                disabled={starting !== null}
                loading={starting === kind}
                onClick={() => onChoose(kind)}
                sx={{ mt: 1, alignSelf: { sm: 'flex-start' } }}
              >
                {add}
              </WaitButton>
            ) : (
              <Button variant="outlined" disabled sx={{ mt: 1, alignSelf: { sm: 'flex-start' } }}>
                {add}
              </Button>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
