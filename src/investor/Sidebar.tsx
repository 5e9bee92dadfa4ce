import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton, { type ListItemButtonProps } from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Stack from '@mui/material/Stack';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { useSetAtom } from 'jotai';
import { NavLink, useNavigate } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { authProvider } from '../shared/auth-provider';
import { Brand } from '../shared/Brand';
import { LegalLinks } from '../shared/LegalLinks';
import { leave } from '../shared/leaving';
import { dashboardModalAtom } from '../shared/state';
import { useOpenDeposit } from './dashboard-modal';
import { useCurrentUser } from './investor-data';

const entrySx = {
  minHeight: 44,
  px: 1.5,
  borderRadius: 1,
  color: 'text.secondary',
  fontWeight: 560,
  '& .MuiListItemIcon-root': { minWidth: 36, color: 'inherit' },
  '&:hover': { color: 'text.primary' },
  '&.active': { color: 'primary.main', bgcolor: 'action.selected' },
} as const;

interface EntryProps extends ListItemButtonProps {
  Icon: typeof SvgIcon;
  label: string;
  /** Set on links. */
  to?: string;
  end?: boolean;
  href?: string;
}

function Entry({ Icon, label, to, ...button }: EntryProps) {
  return (
    <ListItem disablePadding sx={{ mb: 0.5 }}>
      <ListItemButton sx={entrySx} {...(to ? { component: NavLink, to } : {})} {...button}>
        <ListItemIcon>
          <Icon fontSize="small" />
        </ListItemIcon>
        {label}
      </ListItemButton>
    </ListItem>
  );
}

/** Who is signed in, at the foot of the sidebar. */
function Person() {
  const { data: user } = useCurrentUser();
  if (!user) return null;
  return (
    <Box sx={{ px: 1.5, pb: 1.5, minWidth: 0 }}>
      <Typography variant="subtitle2" noWrap>
        {user.firstName} {user.lastName}
      </Typography>
      <Typography variant="caption" color="textSecondary" noWrap component="p">
        {user.email}
      </Typography>
    </Box>
  );
}

/** The sidebar's content (docs/rules.md, "Dashboard"). `onNavigate` runs when a page or a modal was chosen. */
export function Sidebar({ onNavigate }: { onNavigate: () => void }) {
  const navigate = useNavigate();
  const setModal = useSetAtom(dashboardModalAtom);
  const openDeposit = useOpenDeposit();

  async function logout(): Promise<void> {
    navigate(await authProvider.logout());
  }

  return (
    <Stack component="nav" aria-label="Main" sx={{ flex: 1, p: 2, pt: 2.5 }}>
      <Box sx={{ px: 1.5, mb: 4, color: 'primary.main' }}>
        <Brand />
      </Box>
      <List disablePadding>
        <Entry
          Icon={SpaceDashboardOutlined}
          label="Dashboard"
          to={screens.dashboard}
          end
          onClick={onNavigate}
        />
        <Entry
          Icon={ReceiptLongOutlined}
          label="Transactions"
          to={screens.transactions}
          onClick={onNavigate}
        />
      </List>
      <Divider sx={{ my: 1.5, mx: 1.5 }} />
      <List disablePadding>
        <Entry
          Icon={SavingsOutlined}
          label="Invest"
          onClick={() => {
            onNavigate();
            openDeposit();
          }}
        />
        <Entry
          Icon={AccountBalanceWalletOutlined}
          label="Withdraw"
          onClick={() => {
            onNavigate();
            setModal('withdraw');
          }}
        />
      </List>
      <Divider sx={{ my: 1.5, mx: 1.5 }} />
      <List disablePadding>
        <Entry Icon={PersonOutlined} label="Profile" to={screens.profile} onClick={onNavigate} />
      </List>
      <Box sx={{ flex: 1, minHeight: 24 }} />
      <List disablePadding>
        <Entry Icon={MailOutlined} label="Contact us" href={`mailto:${appConfig.supportMail}`} />
        <Entry Icon={LogoutOutlined} label="Logout" onClick={() => leave(logout)} />
      </List>
      <Divider sx={{ my: 1.5, mx: 1.5 }} />
      <Person />
      <Box sx={{ display: 'flex', columnGap: 2, px: 1.5 }}>
        <LegalLinks sx={{ py: 0.75, color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 400 }} />
      </Box>
    </Stack>
  );
}
