import ContrastOutlined from '@mui/icons-material/ContrastOutlined';
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { Suspense, useState } from 'react';
import { lazyPart } from './loading/lazy-part';
import { themeChoices } from './theme-choices';
import { useHydrated } from './use-hydrated';

const loadMenu = () => import('./ThemeMenu');
const ThemeMenu = lazyPart(loadMenu);

/** A button that opens the choice of light, dark or the system's theme; MUI keeps the choice under 'theme'. */
export function ThemeToggle() {
  const { mode: chosen = 'system', setMode } = useColorScheme();
  const mode = useHydrated() ? chosen : 'system';
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [used, setUsed] = useState(false);
  const CurrentIcon = themeChoices.find((choice) => choice.mode === mode)?.Icon ?? ContrastOutlined;
  const close = () => setAnchor(null);
  /** Fetches the menu before the click; should that fail, the click tries again. */
  const prepare = () => loadMenu().catch(() => {});

  return (
    <>
      <IconButton
        color="inherit"
        title="Theme"
        aria-label={`Theme: ${mode}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setUsed(true);
        }}
      >
        <CurrentIcon />
      </IconButton>
      {used && (
        <Suspense>
          <ThemeMenu
            anchor={anchor}
            mode={mode}
            onChoose={(choice) => {
              setMode(choice);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
