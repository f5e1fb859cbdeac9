import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../../lib/words.ts'
import { styleQuery } from '../api.ts'
import { newBlock } from '../model/new-block.ts'
import { DesignThumbnail } from './design-thumbnail.tsx'
import { layouts } from './layouts.ts'
import classes from './layouts.module.css'

interface LayoutPickerProps {
  onPick: (design: EmailDesign) => void
  disabled?: boolean
}

/** Layouts to begin with, in the style of the organization. Their sample content is marked as such until it is edited. */
export function LayoutPicker({ onPick, disabled = false }: LayoutPickerProps) {
  const brand = useQuery(styleQuery)
  const style = brand.data ? { style: brand.data } : {}
  return (
    <ul className={classes.layouts} aria-label={t('Layouts')}>
      <li>
        <button
          type="button"
          className={classes.layout}
          disabled={disabled}
          onClick={() => onPick(EmailDesign.parse({ ...style, blocks: [newBlock('text'), newBlock('footer')] }))}
        >
          <span className={classes.thumbnail} data-blank aria-hidden>
            <IconPlus size={26} stroke={1.5} />
          </span>
          {t('Blank')}
        </button>
      </li>
      {layouts.map(({ id, name, design }) => {
        const branded = { ...design, ...style }
        return (
          <li key={id}>
            <button type="button" className={classes.layout} disabled={disabled} onClick={() => onPick(structuredClone(branded))}>
              <DesignThumbnail name={name} design={branded} />
              {name}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
