import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { contrast, fillFor, isHex } from '@imperium/contract/branding/contrast.ts'
import type { suggestedColors } from '../../lib/brand/brand.ts'
import { formatDecimal } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import type { BrandFields } from './brand-draft.ts'
import styles from '../../ui/styles.module.css'
import classes from './branding.module.css'

type ColorName = keyof typeof suggestedColors

const labels: Record<ColorName, string> = { primary: t('Primary color'), secondary: t('Secondary color'), accent: t('Accent color') }
const names = Object.keys(labels) as ColorName[]
/** White text on a color is readable from here on (WCAG AA). */
const readable = 4.5

/** The three colors, each with how well white text can be read on it. */
export function ColorsCard({ draft, change, refused }: BrandFields) {
  const weak = names.filter((name) => contrast('#ffffff', draft[name]) < readable)
  return (
    <Card title={t('Brand colors')}>
      <div className={styles.stackWide}>
        <div className={classes.colors}>
          {names.map((name) => (
            <ColorField
              key={`${name} ${draft[name]}`}
              label={labels[name]}
              value={draft[name]}
              disabled={refused !== undefined}
              onChange={(color) => change({ [name]: color })}
            />
          ))}
        </div>
        {weak.length > 0 && (
          <div className={styles.row}>
            <span className={styles.hint}>{t('Buttons and links use the nearest color on which text can be read.')}</span>
            <Button
              variant="default"
              size="xs"
              disabled={refused !== undefined}
              onClick={() => change(Object.fromEntries(weak.map((name) => [name, fillFor(draft[name])])))}
            >
              {t('Repair contrast')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

interface ColorFieldProps {
  label: string
  value: string
  disabled: boolean
  onChange: (color: string) => void
}

/** Typed as text or picked; a half-typed color changes nothing yet. */
function ColorField({ label, value, disabled, onChange }: ColorFieldProps) {
  const [typed, setTyped] = useState(value)
  const ratio = contrast('#ffffff', value)
  function take(text: string): void {
    setTyped(text)
    const color = text.trim().toLowerCase()
    if (isHex(color) && color.length === 7 && color !== value) onChange(color)
  }
  return (
    <div className={styles.stack8}>
      <TextInput
        label={label}
        value={typed}
        spellCheck={false}
        maxLength={7}
        disabled={disabled}
        error={typed === value || isHex(typed.trim()) ? null : t('Enter a color such as #4f46e5')}
        onChange={(event) => take(event.currentTarget.value)}
        leftSection={
          <input
            type="color"
            className={classes.picker}
            value={value}
            disabled={disabled}
            aria-label={t('Pick: {what}', { what: label })}
            onChange={(event) => take(event.currentTarget.value)}
          />
        }
      />
      <StatusDot
        tone={ratio >= readable ? 'ok' : 'warn'}
        label={
          ratio >= readable
            ? t('White text {ratio} to 1', { ratio: formatDecimal(ratio, 1) })
            : t('White text only {ratio} to 1', { ratio: formatDecimal(ratio, 1) })
        }
      />
    </div>
  )
}
