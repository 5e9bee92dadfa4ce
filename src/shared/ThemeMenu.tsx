import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ThemeMode, themeChoices } from './theme-choices';

interface Props {
  /** The button the menu hangs from; null closes it. */
  anchor: HTMLElement | null;
  mode: ThemeMode;
  onChoose: (mode: ThemeMode) => void;
  onClose: () => void;
}

/** The choice of light, dark or the system's theme. Fetched when it is first opened. */
export default function ThemeMenu({ anchor, mode, onChoose, onClose }: Props) {
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {themeChoices.map(({ mode: choice, label, Icon }) => (
        <MenuItem
          key={choice}
          role="menuitemradio"
          aria-checked={choice === mode}
          selected={choice === mode}
          onClick={() => onChoose(choice)}
        >
          <ListItemIcon>
            <Icon fontSize="small" />
          </ListItemIcon>
          <ListItemText>{label}</ListItemText>
        </MenuItem>
      ))}
    </Menu>
  );
}
