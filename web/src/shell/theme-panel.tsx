import { SegmentedControl, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../lib/words.ts'
import { contrast, isHex } from '@imperium/contract/branding/contrast.ts'
import { defaultPreset, paletteKeys, presets } from '../theme/presets.ts'
import type { Palette, PresetId } from '../theme/presets.ts'
import { currentTheme, resolvePalette, setTheme, useMode, useTheme } from '../theme/store.ts'
import classes from './theme-panel.module.css'

const fieldLabels: Record<keyof Palette, string> = {
  primary: t('Primary'),
  secondary: t('Secondary'),
  accent: t('Accent'),
  background: t('Background'),
  surface: t('Surface'),
  text: t('Text'),
  textSecondary: t('Secondary text'),
  border: t('Border'),
}

const presetLabels: Record<PresetId, string> = {
  default: t('Default'),
  ocean: t('Ocean'),
  forest: t('Forest'),
  sunset: t('Sunset'),
  midnight: t('Midnight'),
  corporate: t('Corporate'),
  custom: t('Custom'),
}

/** Light, dark or system; seven presets; and a custom theme with its eight colours. */
export function ThemePanel() {
  const theme = useTheme()
  const mode = useMode()
  const cards: { id: PresetId; label: string; palette: Palette }[] = [
    ...presets.map((preset) => ({ id: preset.id, label: presetLabels[preset.id], palette: preset[mode] })),
    { id: 'custom', label: presetLabels.custom, palette: { ...defaultPreset[mode], ...theme.custom } },
  ]
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('Appearance')}</h2>
        <SegmentedControl
          aria-label={t('Mode')}
          value={theme.mode ?? 'system'}
          onChange={(value) => setTheme({ mode: value === 'light' || value === 'dark' ? value : null })}
          data={[
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
            { value: 'system', label: t('System') },
          ]}
        />
      </div>
      <div className={classes.grid} role="radiogroup" aria-label={t('Preset')}>
        {cards.map(({ id, label, palette }) => (
          <label key={id} className={classes.card} data-checked={theme.preset === id || undefined}>
            <input
              type="radio"
              name="preset"
              className={classes.radio}
              checked={theme.preset === id}
              onChange={() => setTheme({ preset: id })}
            />
            <span className={classes.preview} style={{ background: palette.background, borderColor: palette.border }} aria-hidden>
              <span className={classes.sheet} style={{ background: palette.surface, borderColor: palette.border }}>
                {[palette.primary, palette.secondary, palette.accent].map((colour) => (
                  <span key={colour} className={classes.dot} style={{ background: colour }} />
                ))}
              </span>
            </span>
            <span className={classes.name}>
              {label}
              {theme.preset === id && <IconCheck size={14} stroke={2} aria-hidden />}
            </span>
          </label>
        ))}
      </div>
      {theme.preset === 'custom' && <CustomColours />}
    </div>
  )
}

function CustomColours() {
  const theme = useTheme()
  const palette = resolvePalette(theme)
  const unused = (['background', 'surface'] as const).some((ground) => theme.custom[ground] && theme.custom[ground] !== palette[ground])
  const weak = contrast(palette.text, palette.surface) < 4.5 || contrast(palette.textSecondary, palette.surface) < 4.5
  return (
    <div className={classes.custom}>
      {paletteKeys.map((name) => (
        <ColourField
          key={name}
          label={fieldLabels[name]}
          value={theme.custom[name] ?? ''}
          shown={palette[name]}
          onChange={(value) => {
            // Reads the current theme: the rendered one may lag behind by a cross-fade.
            const { [name]: _previous, ...rest } = currentTheme().custom
            setTheme({ custom: value === '' ? rest : { ...rest, [name]: value } })
          }}
        />
      ))}
      <p className={classes.note} role="status">
        {unused && `${t('A light background or surface shows in light mode only, a dark one in dark mode.')} `}
        {weak ? t('Text colors were adjusted to stay readable.') : t('If empty, the color of the default theme is used.')}
      </p>
    </div>
  )
}

interface ColourFieldProps {
  label: string
  value: string
  /** The colour in use, the user's or the default's. */
  shown: string
  /** A valid hex colour, or '' to go back to the default. */
  onChange: (value: string) => void
}

function ColourField({ label, value, shown, onChange }: ColourFieldProps) {
  const [typed, setTyped] = useState(value)
  const invalid = typed !== '' && !isHex(typed)
  return (
    <TextInput
      label={label}
      value={typed}
      placeholder={shown}
      maxLength={7}
      spellCheck={false}
      error={invalid ? t('Like {example}', { example: '#4f46e5' }) : null}
      leftSection={<span className={classes.swatch} style={{ background: shown }} aria-hidden />}
      onChange={(event) => {
        const text = event.currentTarget.value.trim()
        setTyped(text)
        if (text === '' || isHex(text)) onChange(text.toLowerCase())
      }}
    />
  )
}
