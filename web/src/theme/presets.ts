/** Every theme has exactly 8 colours per mode; all other colours are derived from them. */
export interface Palette {
  primary: string
  secondary: string
  accent: string
  background: string
  surface: string
  text: string
  textSecondary: string
  border: string
}
export type Mode = 'light' | 'dark'
export const presetIds = ['default', 'ocean', 'forest', 'sunset', 'midnight', 'corporate', 'custom'] as const
export type PresetId = (typeof presetIds)[number]
export interface Preset {
  id: Exclude<PresetId, 'custom'>
  light: Palette
  dark: Palette
}

/** The order in which palettes are written below, and in which the customizer shows its fields. */
export const paletteKeys = ['primary', 'secondary', 'accent', 'background', 'surface', 'text', 'textSecondary', 'border'] as const

function palette(colours: string): Palette {
  const [primary = '', secondary = '', accent = '', background = '', surface = '', text = '', textSecondary = '', border = ''] =
    colours.split(' ')
  return { primary, secondary, accent, background, surface, text, textSecondary, border }
}

export const defaultPreset: Preset = {
  id: 'default',
  light: palette('#4f46e5 #7c3aed #db2777 #f6f6f7 #ffffff #17171c #5d5d69 #e5e5e9'),
  dark: palette('#5e5ce6 #a78bfa #f472b6 #09090b #111114 #ededf0 #9c9ca8 #26262c'),
}

export const presets: readonly Preset[] = [
  defaultPreset,
  {
    id: 'ocean',
    light: palette('#0369a1 #0e7490 #0d9488 #f3f7fa #ffffff #0c1b26 #4c6170 #dde6ec'),
    dark: palette('#0284c7 #22d3ee #2dd4bf #060d13 #0c151d #e6eef4 #8fa5b5 #1c2a36'),
  },
  {
    id: 'forest',
    light: palette('#15803d #4d7c0f #b45309 #f5f7f4 #ffffff #131a14 #556257 #e0e6df'),
    dark: palette('#16833f #a3e635 #fbbf24 #080c09 #0f1510 #e8efe9 #93a496 #212b23'),
  },
  {
    id: 'sunset',
    light: palette('#c2410c #be123c #a16207 #faf6f3 #ffffff #211510 #6b584e #ece2db'),
    dark: palette('#d04a12 #fb7185 #facc15 #0e0907 #17100d #f4ebe6 #b39c90 #30231d'),
  },
  {
    id: 'midnight',
    light: palette('#4338ca #1d4ed8 #0e7490 #f3f4f9 #ffffff #10132a #545a78 #dfe2ee'),
    dark: palette('#5c63f2 #60a5fa #22d3ee #070a16 #0d1122 #e6e9f7 #939bbd #1f2540'),
  },
  {
    id: 'corporate',
    light: palette('#1d4ed8 #334155 #0f766e #f4f5f7 #ffffff #111827 #566073 #dfe3e8'),
    dark: palette('#2563eb #94a3b8 #2dd4bf #0a0d12 #11161d #e7ebf0 #97a3b4 #232b36'),
  },
]
