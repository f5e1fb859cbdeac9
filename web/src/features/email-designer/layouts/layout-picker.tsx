import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { emailLayouts } from '@imperium/contract/email-designs/layouts/email-layouts.ts'
import { designOfLayout } from '@imperium/contract/email-designs/layouts/layout-kit.ts'
import { t } from '../../../lib/words.ts'
import { styleQuery } from '../api.ts'
import { newBlock } from '../model/new-block.ts'
import { layoutLabels } from './layout-labels.ts'
import { layoutTextsQuery, mapLayoutTexts } from './layout-texts.ts'
import { DesignThumbnail } from './design-thumbnail.tsx'
import classes from './layouts.module.css'

interface LayoutPickerProps {
  onPick: (design: EmailDesign) => void
  disabled?: boolean
}

/** Layouts to begin with, in the style of the organization and the language of the page. Their sample content is marked as such until it is edited. */
export function LayoutPicker({ onPick, disabled = false }: LayoutPickerProps) {
  const brand = useQuery(styleQuery)
  const { data: texts, isPending } = useQuery(layoutTextsQuery())
  const isBranded = brand.data !== undefined && JSON.stringify(brand.data) !== JSON.stringify(EmailDesign.parse({}).style)
  const style = isBranded ? brand.data : undefined
  const blank = () => EmailDesign.parse({ ...(style ? { style } : {}), blocks: [newBlock('text'), newBlock('footer')] })
  return (
    <ul className={classes.layouts} aria-label={t('Layouts')}>
      <li>
        <button type="button" className={classes.layout} disabled={disabled} onClick={() => onPick(blank())}>
          <span className={classes.thumbnail} data-blank aria-hidden>
            <IconPlus size={26} stroke={1.5} />
          </span>
          {t('Blank')}
        </button>
      </li>
      {(isPending ? [] : emailLayouts).map((layout) => {
        const design = mapLayoutTexts(designOfLayout(layout, { origin: location.origin }, style), (text) => texts?.[text] ?? text)
        const name = layoutLabels[layout.key] ?? layout.name
        return (
          <li key={layout.key}>
            <button type="button" className={classes.layout} disabled={disabled} onClick={() => onPick(design)}>
              <DesignThumbnail name={name} design={design} />
              {name}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
