import { t } from '../../lib/words.ts'
import { ContactSelect } from './message/message-preview.tsx'

/** Any contact, in the audience or not: why they did, did not or would not get it. */
export function AskContact({ onAsk }: { onAsk: (contactId: string) => void }) {
  return (
    <ContactSelect
      value={null}
      onChange={(contactId) => contactId !== null && onAsk(contactId)}
      label={t('Why did or didn’t they get it?')}
      placeholder={t('Why did or didn’t they get it? Choose a contact')}
    />
  )
}
