import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconBold, IconHeading, IconItalic, IconLayout, IconLink, IconMinus, IconPhoto, IconRectangle } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { layouts } from './layouts.ts'
import { insertInto } from './template-area.tsx'

interface HtmlToolsProps {
  area: RefObject<HTMLTextAreaElement | null>
  isEmpty: boolean
  onLayout: (html: string) => void
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

/** Buttons that insert common parts of an email, and complete layouts to start with. */
export function HtmlTools({ area, isEmpty, onLayout }: HtmlToolsProps) {
  const apply = (wrap: (selected: string) => string, empty: string) => {
    const field = area.current
    if (!field) return
    insertInto(field, wrap(field.value.slice(field.selectionStart, field.selectionEnd) || empty))
  }
  async function use(html: string): Promise<void> {
    const question = { title: t('Replace the message'), message: t('The layout replaces the current content.'), action: t('Replace') }
    if (isEmpty || (await confirm(question))) onLayout(html)
  }
  return (
    <>
      <Menu width={240} position="bottom-start">
        <Menu.Target>
          <Button size="compact-sm" variant="default" leftSection={<IconLayout size={15} stroke={1.7} aria-hidden />}>
            {t('Layouts')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {layouts.map(({ id, label, html }) => (
            <Menu.Item key={id} onClick={() => void use(html)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {tools.map(({ label, icon: Glyph, wrap, empty }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon aria-label={label} size={28} onMouseDown={(event) => event.preventDefault()} onClick={() => apply(wrap, empty)}>
            <Glyph size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </>
  )
}
