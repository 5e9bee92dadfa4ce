import { useTheme } from '@mui/material/styles';
import { PieChart, pieClasses } from '@mui/x-charts/PieChart';
import type { HoldingField } from '../../../../contract/chart';
import type { Share } from './shares';

interface Props {
  shares: readonly Share[];
  /** Pixels, both ways. */
  size: number;
  /** The part pointed at. */
  pointed: HoldingField | null;
  onPoint: (field: HoldingField | null) => void;
}

const seriesId = 'composition';

/** The ring of the composition. It says nothing that the list beside it does not, so it is hidden from readers. */
export default function CompositionChart({ shares, size, pointed, onPoint }: Props) {
  const { palette } = useTheme();
  const parts = shares.filter(({ part }) => part);
  const dataIndex = parts.findIndex(({ field }) => field === pointed);
  return (
    <PieChart
      aria-hidden
      width={size}
      height={size}
      margin={8}
      hideLegend
      disableKeyboardNavigation
      slotProps={{ tooltip: { trigger: 'none' } }}
      highlightedItem={dataIndex < 0 ? null : { type: 'pie', seriesId, dataIndex }}
      onHighlightChange={(item) => onPoint(parts[item?.dataIndex ?? -1]?.field ?? null)}
      series={[
        {
          id: seriesId,
          data: parts.map(({ field, amount, colour }) => ({
            id: field,
            value: amount,
            color: palette.chart[colour % palette.chart.length] ?? palette.primary.main,
          })),
          innerRadius: '74%',
          outerRadius: '100%',
          paddingAngle: parts.length > 1 ? 1.5 : 0,
          cornerRadius: 3,
          highlightScope: { highlight: 'item', fade: 'global' },
          highlighted: { additionalRadius: 4 },
        },
      ]}
      // The library would draw a line around each part, and change the colour of the one pointed at.
      sx={{ [`& .${pieClasses.arc}`]: { stroke: 'none', filter: 'none' } }}
    />
  );
}
