import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { Panel, type PanelPlace } from './Panel';

/**
 * The saved views of a list: to open one, to delete one, to save search, filters and order under a name. They are
 * react-admin's saved queries, which its own parts offer in a menu of filters and in a sidebar that no list here has.
 */
export default function ViewsPanel({ place }: { place: PanelPlace }) {
  const { resource, filterValues, displayedFilters, sort, perPage, setFilters, setSort } = useListContext();
  const [saved, setSaved] = useSavedQueries(resource);
  const views = extractValidSavedQueries(saved);
  const [name, setName] = useState('');
  const wanted = name.trim();
  const replaces = views.some((view) => view.label === wanted);

  function open({ value }: SavedQuery): void {
    setFilters(value.filter, value.displayedFilters ?? {});
    if (value.sort) setSort(value.sort);
    place.onClose();
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!wanted) return;
    const view = { label: wanted, value: { filter: filterValues, sort, perPage, displayedFilters } };
    setSaved([...views.filter((each) => each.label !== wanted), view]);
    place.onClose();
  }

  return (
    <Panel {...place}>
      {views.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          Save the search, the filters and the order of this list under a name, and open them again from here.
        </Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mx: -1, mb: 2, p: 0 }}>
          {views.map((view) => (
            <Box component="li" key={view.label} sx={{ display: 'flex', alignItems: 'center' }}>
              <Button
                size="small"
                color="inherit"
                onClick={() => open(view)}
                sx={{ flex: 1, minWidth: 0, px: 1, justifyContent: 'flex-start', textAlign: 'left' }}
              >
                <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  {view.label}
                </Box>
              </Button>
              <IconButton
                size="small"
                aria-label={`Delete the view ${view.label}`}
                onClick={() => setSaved(views.filter((each) => each !== view))}
              >
                <DeleteOutlined fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      <Box component="form" onSubmit={save} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <TextField
          size="small"
          label="Name of this view"
          value={name}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
          sx={{ flex: 1 }}
        />
        <Button type="submit" size="small" variant="contained" disabled={!wanted} sx={{ minHeight: 40 }}>
          {replaces ? 'Replace' : 'Save'}
        </Button>
      </Box>
    </Panel>
  );
}
