import { SegmentedControl, Select } from '@mantine/core'
import { brandFontNames, brandFonts } from '@imperium/contract/branding/fonts.ts'
import type { BrandFont } from '@imperium/contract/branding/fonts.ts'
import { t } from '../../lib/words.ts'
import { brandFontFamily } from '../../theme/brand-fonts.ts'
import { Card } from '../../ui/card.tsx'
import type { BrandFields } from './brand-draft.ts'
import styles from '../../ui/styles.module.css'

const fonts = brandFonts.map((value) => ({ value, label: brandFontNames[value] }))
const modes = [
  { value: 'system', label: t('System') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
] as const

const fontOf = (value: string | null): BrandFont => brandFonts.find((font) => font === value) ?? 'inter'

/** Font, and light or dark for members and visitors without a choice of their own. */
export function TypeCard({ draft, change, refused }: BrandFields) {
  const disabled = refused !== undefined
  return (
    <Card title={t('Font and theme')}>
      <div className={styles.stackWide}>
        <Select
          label={t('Primary font')}
          data={fonts}
          value={draft.font}
          allowDeselect={false}
          disabled={disabled}
          maw={320}
          onChange={(value) => change({ font: fontOf(value) })}
          renderOption={({ option }) => <span style={{ fontFamily: brandFontFamily(fontOf(option.value)) }}>{option.label}</span>}
        />
        <div className={styles.stack8}>
          <span className={styles.heading}>{t('Theme mode')}</span>
          <div>
            <SegmentedControl
              aria-label={t('Theme mode')}
              data={[...modes]}
              value={draft.themeMode}
              disabled={disabled}
              onChange={(value) => change({ themeMode: modes.find((mode) => mode.value === value)?.value ?? 'system' })}
            />
          </div>
          <span className={styles.hint}>{t('Members who chose light or dark for themselves keep their choice.')}</span>
        </div>
      </div>
    </Card>
  )
}
