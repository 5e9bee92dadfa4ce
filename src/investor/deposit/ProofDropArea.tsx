import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import { colors } from '../../shared/theme-palette';
import { useFileDrop } from './use-file-drop';

interface Props {
  onChoose: () => void;
  onDropped: (files: FileList) => void;
  error: string | undefined;
  /** Takes the focus: what had it has just been removed. */
  focusOnShow: boolean;
}

/** Where a proof image is dropped, or chosen with a button. */
export function ProofDropArea({ onChoose, onDropped, error, focusOnShow }: Props) {
  const { over, handlers } = useFileDrop(onDropped);
  const button = useRef<HTMLButtonElement>(null);
  const hintId = useId();

  useEffect(() => {
    if (focusOnShow) button.current?.focus();
  }, [focusOnShow]);

  return (
    <>
      <Box
        {...handlers}
        sx={(theme) => ({
          display: 'flex',
          flexDirection: 'row',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          gap: 2,
          p: 2,
          border: '1.5px dashed',
          borderColor: over
            ? 'primary.main'
            : error
              ? 'error.main'
              : theme.alpha(colors(theme).text.primary, 0.32),
          borderRadius: 1,
          bgcolor: over ? 'action.selected' : 'background.default',
        })}
      >
        <AddPhotoAlternateOutlined aria-hidden sx={{ color: 'text.secondary', fontSize: 28 }} />
        <Box sx={{ flex: 1, minWidth: 180 }}>
          <Typography variant="body2">Drop or paste a picture of the payment here</Typography>
          <Typography id={hintId} variant="caption" color="textSecondary">
            JPEG, PNG or WebP; large ones are made smaller
          </Typography>
        </Box>
        <Button
          ref={button}
          variant="outlined"
          size="small"
          aria-describedby={hintId}
          onClick={onChoose}
          sx={{ flex: { xs: '1 1 100%', sm: 'none' } }}
        >
          Choose an image
        </Button>
      </Box>
      {error && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
    </>
  );
}
