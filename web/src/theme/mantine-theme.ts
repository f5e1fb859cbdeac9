import { createTheme, rem } from '@mantine/core'
import type { MantineColorsTuple } from '@mantine/core'

const soft = 'var(--primary-soft)'
const strong = 'var(--primary)'
/** Mantine requires ten shades; ours are CSS variables, so that components follow the theme without a re-render. */
const brand: MantineColorsTuple = [
  soft,
  soft,
  soft,
  'color-mix(in oklab, var(--primary) 45%, var(--surface))',
  'var(--primary-text)',
  strong,
  strong,
  strong,
  strong,
  strong,
]
const pop = { transition: 'pop', duration: 120 } as const

/** Plain `defaultProps` only: `Component.extend()` would pull the component, and all it needs, into the entry chunk. */
export const mantineTheme = createTheme({
  primaryColor: 'brand',
  colors: { brand },
  primaryShade: 6,
  // Japanese uses system fonts: those after 'Segoe UI' are for macOS, Windows and Linux. A web font would weigh 2 MB.
  fontFamily:
    "var(--brand-font, 'Inter Variable'), 'Inter Variable', 'Inter Fallback', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', " +
    "'Hiragino Sans', 'Yu Gothic UI', Meiryo, 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif",
  fontFamilyMonospace: "'Geist Mono Variable', ui-monospace, SFMono-Regular, Menlo, monospace",
  headings: { fontWeight: '600', fontFamily: 'inherit' },
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(28) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  defaultRadius: 'md',
  shadows: { xs: 'var(--shadow-1)', sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-2)', xl: 'var(--shadow-3)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 30 } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right', comboboxProps: { shadow: 'md', transitionProps: pop } } },
    MultiSelect: { defaultProps: { size: 'sm', comboboxProps: { shadow: 'md', transitionProps: pop } } },
    SegmentedControl: { defaultProps: { size: 'xs', withItemsBorders: false } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 350, transitionProps: { duration: 100 }, fz: 12 } },
    // The placeholder is an element that a menu may not contain (axe); the first item gets the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', position: 'bottom-end', transitionProps: pop } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: pop } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        shadow: 'xl',
        overlayProps: { backgroundOpacity: 0.4, blur: 2 },
        transitionProps: { transition: 'pop', duration: 160 },
      },
    },
    Drawer: {
      defaultProps: { position: 'right', shadow: 'xl', overlayProps: { backgroundOpacity: 0.25 }, transitionProps: { duration: 200 } },
    },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 500 } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})
