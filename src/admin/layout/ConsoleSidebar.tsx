import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useGetIdentity, useLogout, usePermissions } from 'ra-core';
import { createElement, use } from 'react';
import { NavLink } from 'react-router-dom';
import { screens } from '../../../contract/paths';
import { Brand } from '../../shared/Brand';
import { leave } from '../../shared/leaving';
import { ConsoleContext } from '../console-context';
import { useConsoleText } from '../console-text';
import { typeName } from '../list/person';
import { useOffers } from '../offered';
import { useMenuEntries } from './menu-entries';

// All of them on a screen of 800 pixels; what is touched is larger.
const entrySx = {
  minHeight: { xs: 44, md: 38 },
  py: { xs: 1, md: 0.25 },
  px: 1.5,
  borderRadius: 1,
  color: 'text.secondary',
  fontSize: '0.9375rem',
  fontWeight: 560,
  // A long word of an operator's takes a second line.
  overflowWrap: 'anywhere',
  hyphens: 'auto',
  '& .MuiListItemIcon-root': { minWidth: 28, color: 'inherit' },
  '&:hover': { color: 'text.primary' },
  '&.active': { color: 'primary.main', bgcolor: 'action.selected' },
} as const;

/** Two lines at most: the whole name is in the title. */
const nameSx = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

const entryGapSx = { mb: { xs: 0.5, md: 0.25 } } as const;

/** The entries of the menu, a link each. */
function Entries({ onNavigate }: { onNavigate: () => void }) {
  return (
    <List disablePadding>
      {useMenuEntries().map(({ key, label, to, elsewhere, icon, Count }) => (
        <ListItem key={key} disablePadding sx={entryGapSx}>
          <ListItemButton
            {...(elsewhere
              ? { component: 'a', href: to, target: '_blank', rel: 'noopener noreferrer' }
              : { component: NavLink, to })}
            onClick={onNavigate}
            sx={entrySx}
          >
            <ListItemIcon>{icon && createElement(icon, { fontSize: 'small' })}</ListItemIcon>
            {label}
            {Count && createElement(Count)}
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}

/** The content of the console's sidebar (docs/rules.md, "Console"). `onNavigate` runs when a page was chosen. */
export function ConsoleSidebar({ onNavigate }: { onNavigate: () => void }) {
  const { identity } = useGetIdentity();
  const { permissions } = usePermissions();
  const { branding } = use(ConsoleContext);
  const text = useConsoleText();
  const logout = useLogout();
  const offers = useOffers();
  return (
    <Stack component="nav" aria-label="Main" sx={{ flex: 1, p: 2, pt: 2.5, pb: { md: 1 } }}>
      <Box sx={{ px: 1.5, mb: 0.5, color: 'primary.main' }}>{branding ?? <Brand />}</Box>
      <Typography
        variant="overline"
        component="p"
        sx={{ px: 1.5, mb: { xs: 3, md: 1.5 }, color: 'text.secondary' }}
      >
        {text('Console')}
      </Typography>
      <Entries onNavigate={onNavigate} />
      <Box sx={{ flex: 1, minHeight: 16 }} />
      <List disablePadding>
        {offers('listFactors') && (
          <ListItem disablePadding sx={entryGapSx}>
            <ListItemButton component={NavLink} to={screens.secondFactor} sx={entrySx}>
              <ListItemIcon>
                <KeyOutlined fontSize="small" />
              </ListItemIcon>
              {text('Second factor')}
            </ListItemButton>
          </ListItem>
        )}
        <ListItem disablePadding>
          <ListItemButton sx={entrySx} onClick={() => leave(logout)}>
            <ListItemIcon>
              <LogoutOutlined fontSize="small" />
            </ListItemIcon>
            {text('Logout')}
          </ListItemButton>
        </ListItem>
      </List>
      {identity && (
        <>
          <Divider sx={{ my: { xs: 1.5, md: 1 }, mx: 1.5 }} />
          <Box sx={{ px: 1.5, pb: 1.5, minWidth: 0 }}>
            <Typography variant="subtitle2" title={identity.fullName} sx={nameSx}>
              {identity.fullName}
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap component="p">
              {text(typeName(permissions))}
            </Typography>
          </Box>
        </>
      )}
    </Stack>
  );
}
