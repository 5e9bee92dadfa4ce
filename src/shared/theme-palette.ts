import type { PaletteOptions, Theme } from '@mui/material/styles';

declare module '@mui/material/styles' {
  interface Palette {
    /** Colours of a chart's parts, in the order they are used; each is told apart from the next also without hue. */
    chart: readonly string[];
  }
  interface PaletteOptions {
    chart?: readonly string[];
  }
}

/**
 * The two palettes: warm paper and evergreen, deep green and mint. Every text and control colour is at least
 * 4.5:1 against the surfaces it stands on (WCAG 2.2 AA).
 */
export const lightPalette: PaletteOptions = {
  mode: 'light',
  primary: { main: '#0E5A47', light: '#2C7A65', dark: '#083D30', contrastText: '#FFFFFF' },
  // The brass of the identity is #A8701A (`light`); as text it needs the deeper tone.
  secondary: { main: '#8A5A12', light: '#A8701A', dark: '#6B440A', contrastText: '#FFFFFF' },
  success: { main: '#17663F', light: '#E0F0E7', dark: '#0F4A2D', contrastText: '#FFFFFF' },
  warning: { main: '#8A5A0B', light: '#FBF0DA', dark: '#6B4406', contrastText: '#FFFFFF' },
  error: { main: '#A33A2C', light: '#FBE9E5', dark: '#7E2A1F', contrastText: '#FFFFFF' },
  info: { main: '#2B5C7A', light: '#E4EEF4', dark: '#1E4259', contrastText: '#FFFFFF' },
  background: { default: '#F7F5F0', paper: '#FFFFFF' },
  text: { primary: '#17211D', secondary: '#56625C', disabled: 'rgba(23,33,29,.45)' },
  divider: 'rgba(23,33,29,.12)',
  action: {
    active: '#56625C',
    hover: 'rgba(23,33,29,.05)',
    selected: 'rgba(14,90,71,.08)',
    focus: 'rgba(14,90,71,.12)',
  },
  chart: ['#0E5A47', '#C08A35', '#3E6A8A', '#B4583E', '#7FA08C', '#4A3F5C'],
};

export const darkPalette: PaletteOptions = {
  mode: 'dark',
  primary: { main: '#5FC9A6', light: '#8BDCC1', dark: '#3FA886', contrastText: '#0D1412' },
  secondary: { main: '#E0B468', light: '#EDCF98', dark: '#C2934A', contrastText: '#0D1412' },
  success: { main: '#7FD8A4', light: '#17301F', dark: '#A5E6C0', contrastText: '#0D1412' },
  warning: { main: '#E9B95E', light: '#332710', dark: '#F2D08D', contrastText: '#0D1412' },
  error: { main: '#F0907F', light: '#391A15', dark: '#F6B3A7', contrastText: '#0D1412' },
  info: { main: '#8CC0DF', light: '#142935', dark: '#B5D8EC', contrastText: '#0D1412' },
  background: { default: '#0D1412', paper: '#141D1A' },
  text: { primary: '#E8EDE9', secondary: '#A3B0AA', disabled: 'rgba(232,237,233,.45)' },
  divider: 'rgba(232,237,233,.14)',
  action: {
    active: '#A3B0AA',
    hover: 'rgba(232,237,233,.06)',
    selected: 'rgba(95,201,166,.12)',
    focus: 'rgba(95,201,166,.16)',
  },
  chart: ['#5FC9A6', '#E0B468', '#7FB3D5', '#E8937A', '#B9CFC2', '#A892C4'],
};

/** What styles take colours from: CSS variables in a theme that has them, else colours. */
export const colors = ({ vars, palette }: Pick<Theme, 'vars' | 'palette'>) => vars?.palette ?? palette;
