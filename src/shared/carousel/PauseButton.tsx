import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import IconButton from '@mui/material/IconButton';

interface Props {
  playing: boolean;
  onToggle: () => void;
  /** What is paused, as in "Pause the pictures". */
  what: string;
}

/** Stops and restarts what rotates; in the colours of the text around it. */
export function PauseButton({ playing, onToggle, what }: Props) {
  return (
    <IconButton
      aria-label={`${playing ? 'Pause' : 'Play'} the ${what}`}
      onClick={onToggle}
      sx={{
        color: 'inherit',
        border: '1px solid',
        borderColor: 'color-mix(in srgb, currentColor 32%, transparent)',
        width: 44,
        height: 44,
      }}
    >
      {playing ? <PauseRounded /> : <PlayArrowRounded />}
    </IconButton>
  );
}
