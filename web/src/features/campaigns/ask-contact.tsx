import { t } from '../../lib/words.ts'
import { ContactSelect } from './message/message-preview.tsx'

/** Any contact, in the audience or not: why they did, did not or would not get it. */
export function AskContact({ onAsk }: { onAsk: (contactId: string) => void }) {
  return (
    <ContactSelect
      value={null}
      onChange={(contactId) => contactId !== null && onAsk(contactId)}
      label={t('Delivery explanation')}
      placeholder={t('Delivery explanation: choose a contact')}
    />
  )
}
