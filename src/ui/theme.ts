import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/**
 * Navy around the product's primary #0F2051 (index 8); index 5 carries white text on dark pages.
 */
const navy: MantineColorsTuple = [
  '#eef2fb',
  '#dbe3f6',
  '#b7c6ee',
  '#93a9e6',
  '#6e89d8',
  '#4c68bd',
  '#34509f',
  '#213978',
  '#0F2051',
  '#0a1738',
]

/** Slate around the product's dark background #0f172a (index 7) and surface #1e293b (index 6). */
const dark: MantineColorsTuple = [
  '#e2e8f0',
  '#cbd5e1',
  '#a3b1c6',
  '#64748b',
  '#334155',
  '#28364c',
  '#1e293b',
  '#0f172a',
  '#0b1120',
  '#070b16',
]

/**
 * The product's look: palettes, 8 px spacing unit, breakpoints 0, 600, 900, 1200, 1536 px,
 * sans-serif.
 */
export const theme = createTheme({
  colors: { navy, dark },
  primaryColor: 'navy',
  primaryShade: { light: 8, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  fontFamily:
    'Inter, "Inter fallback", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { xs: '0em', sm: '37.5em', md: '56.25em', lg: '75em', xl: '96em' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Hints below the input, so that inputs side by side align.
  components: {
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
  },
})

const ours = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-gray-light-hover': 'var(--hover)',
  '--mantine-color-red-light': 'var(--tone-danger-bg)',
  '--mantine-color-red-light-color': 'var(--tone-danger)',
  '--mantine-color-blue-light': 'var(--tone-info-bg)',
  '--mantine-color-blue-light-color': 'var(--tone-info)',
}

/** Maps Mantine's variables to our own tokens (`base.css`), which cover both themes. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: ours, dark: ours })
