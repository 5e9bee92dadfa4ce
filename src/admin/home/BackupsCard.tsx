import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Home } from '../../../contract/home';
import { formatMoment } from '../../shared/format';
import { Section } from '../layout/Section';
import { ageText } from './age';

type Backups = NonNullable<Home['backups']>;

const states = {
  good: { Icon: CheckCircleOutlined, color: 'success.main', text: 'Backed up' },
  failing: { Icon: ErrorOutlined, color: 'error.main', text: 'The backups need a look' },
  none: { Icon: HelpOutlineOutlined, color: 'warning.main', text: 'No backup yet' },
} as const;

function drillText({ drill }: Backups, at: string): string {
  if (!drill) return 'Never restored on trial (npm run drill)';
  const when = `${ageText(drill.at, at)} ago`;
  return drill.passed
    ? `Restored on trial ${when}, and it was right`
    : `The trial ${when} found something wrong`;
}

/** How the backups of the embedded database stand. */
export function BackupsCard({ backups, at }: { backups: Backups; at: string }) {
  const { Icon, color, text } = states[backups.state];
  const lines = [
    ...(backups.newest ? [`Newest ${ageText(backups.newest, at)} ago, ${formatMoment(backups.newest)}`] : []),
    ...(backups.archived ? [`Log archived ${ageText(backups.archived, at)} ago`] : []),
    drillText(backups, at),
    ...(backups.state === 'failing' ? ['The log of the server says what failed'] : []),
  ];
  return (
    <Section title="Backups" low>
      <Box sx={{ display: 'flex', gap: 1.25 }}>
        <Icon aria-hidden sx={{ color, fontSize: 24 }} />
        <Box>
          <Typography sx={{ fontWeight: 600, color }}>{text}</Typography>
          {lines.map((line) => (
            <Typography key={line} variant="body2" color="textSecondary">
              {line}
            </Typography>
          ))}
        </Box>
      </Box>
    </Section>
  );
}
