import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { FieldError } from '../../../platform/errors.ts'
import type { ChannelAccount } from '../../channels/index.ts'
import { contentsOf } from './campaign-messages.ts'

/** `at`: path of the content. */
export const lacksTemplate = (at: string): FieldError => ({
  path: `${at}.dltTemplateId`,
  message: 'Write the DLT template id of this message: this account is registered in India',
})

/** Variants that Indian operators would drop: they deliver only registered templates from registered accounts (TRAI DLT). */
export const unregisteredVariants = ({ channel, settings }: ChannelAccount, definition: CampaignDefinition): number[] =>
  channel !== 'sms' || !settings.dltEntityId
    ? []
    : contentsOf(definition).flatMap(({ dltTemplateId }, variant) => (dltTemplateId === '' ? [variant] : []))
