import { Button, Menu } from '@mantine/core'
import { IconBrandWhatsapp, IconMail, IconMessage } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { SendVia } from '@imperium/contract/sales/sales-documents.ts'
import { t } from '../../../lib/words.ts'

interface SendMenuProps {
  label: string
  loading: boolean
  customerEmail: string
  onSend: (via: SendVia) => void
}

const ways: readonly { via: SendVia; label: string; icon: Icon }[] = [
  { via: 'email', label: t('By email, with PDF'), icon: IconMail },
  { via: 'sms', label: t('By SMS, with the link'), icon: IconMessage },
  { via: 'whatsapp', label: t('By WhatsApp, with the link'), icon: IconBrandWhatsapp },
]

/** Sends a document on the channel that is chosen. */
export function SendMenu({ label, loading, customerEmail, onSend }: SendMenuProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" loading={loading}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(({ via, label: way, icon: Glyph }) => {
          const refusal = via === 'email' && customerEmail === '' ? t('The customer has no email address') : undefined
          return (
            <Menu.Item
              key={via}
              leftSection={<Glyph size={16} stroke={1.7} aria-hidden />}
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => onSend(via)}
            >
              {way}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
