import { channels } from '@imperium/contract/contacts/reach.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { t } from '../../../lib/words.ts'
import { channelLabels } from '../campaign-labels.ts'
import { ChoiceCards } from './choice-cards.tsx'

const about: Record<Channel, string> = {
  email: t('Subject, HTML and text, tracked if you wish'),
  sms: t('Plain text, paid by parts'),
  webhook: t('JSON to your own system, signed'),
  whatsapp: t('Approved templates, or text within 24 hours'),
}

interface ChannelChoiceProps {
  value: Channel
  onChange: (channel: Channel) => void
  disabled?: boolean
}

export function ChannelChoice({ value, onChange, disabled = false }: ChannelChoiceProps) {
  return (
    <ChoiceCards
      label={t('Channel')}
      value={value}
      onChange={onChange}
      disabled={disabled}
      choices={channels.map((channel) => ({ value: channel, label: channelLabels[channel], text: about[channel] }))}
    />
  )
}
