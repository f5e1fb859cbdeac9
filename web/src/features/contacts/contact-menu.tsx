import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowMerge, IconDots, IconFileDownload, IconMailPlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { useOrgSlug } from '../../ui/page/org-link.tsx'
import type { ContactActions } from './use-contact-actions.ts'

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Menu with all actions on one contact. */
export function ContactMenu({ contact, actions }: { contact: Contact; actions: ContactActions }) {
  const [write, erase, exporting] = [useGate('contacts:write'), useGate('contacts:erase'), useGate('contacts:export')]
  const mayMessage = useCan('messages:write')
  const orgSlug = useOrgSlug()
  const gated = (refusal: string | undefined) => ({ disabled: refusal !== undefined, title: refusal })
  return (
    <Menu width={210}>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {name}', { name: contact.name })}>
          <IconDots size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...symbol} />} {...gated(write)} onClick={() => actions.open({ kind: 'edit', contact })}>
          {t('Edit')}
        </Menu.Item>
        {mayMessage && (
          <Menu.Item
            leftSection={<IconMailPlus {...symbol} />}
            renderRoot={(props) => (
              <Link to="/org/$orgSlug/messages" params={{ orgSlug }} search={{ create: true, to: contact.id }} {...props} />
            )}
          >
            {t('Write')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconArrowMerge {...symbol} />}
          {...gated(write)}
          onClick={() => actions.open({ kind: 'merge', id: contact.id, otherId: null })}
        >
          {t('Merge with another')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileDownload {...symbol} />} {...gated(exporting)} onClick={() => actions.exportOne(contact)}>
          {t('Export everything')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--bad)"
          leftSection={<IconTrash {...symbol} />}
          {...gated(erase)}
          onClick={() => actions.erase([contact.id], contact.name)}
        >
          {t('Erase')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
