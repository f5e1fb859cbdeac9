import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBold, IconHeading, IconItalic, IconLink, IconMinus, IconPhoto, IconRectangle } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { t } from '../../../lib/words.ts'

interface HtmlToolsProps {
  onInsert: (wrap: (selected: string) => string) => void
}

/** The markup around the selected text, or around `empty` when nothing is selected. */
const tools: readonly { label: string; icon: Icon; wrap: (selected: string) => string; empty: string }[] = [
  { label: t('Bold'), icon: IconBold, wrap: (text) => `<strong>${text}</strong>`, empty: 'text' },
  { label: t('Italic'), icon: IconItalic, wrap: (text) => `<em>${text}</em>`, empty: 'text' },
  {
    label: t('Heading'),
    icon: IconHeading,
    wrap: (text) => `<h2 style="margin:24px 0 8px;font-size:20px">${text}</h2>`,
    empty: t('Heading'),
  },
  { label: t('Link'), icon: IconLink, wrap: (text) => `<a href="https://example.com">${text}</a>`, empty: 'link' },
  {
    label: t('Button'),
    icon: IconRectangle,
    wrap: (text) =>
      `<p><a href="https://example.com" style="display:inline-block;padding:12px 22px;border-radius:6px;background:#1f2937;color:#ffffff;text-decoration:none">${text}</a></p>`,
    empty: t('Read more'),
  },
  {
    label: t('Image'),
    icon: IconPhoto,
    wrap: (text) => `<img src="https://example.com/image.png" alt="${text}" width="560" style="max-width:100%;height:auto">`,
    empty: '',
  },
  {
    label: t('Line'),
    icon: IconMinus,
    wrap: (text) => `${text}<hr style="border:0;border-top:1px solid #e5e7eb;margin:24px 0">`,
    empty: '',
  },
]

/** Buttons that insert common parts of an email. */
export const HtmlTools = ({ onInsert }: HtmlToolsProps) =>
  tools.map(({ label, icon: Glyph, wrap, empty }) => (
    <Tooltip key={label} label={label}>
      <ActionIcon
        aria-label={label}
        size={28}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onInsert((selected) => wrap(selected || empty))}
      >
        <Glyph size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ))
