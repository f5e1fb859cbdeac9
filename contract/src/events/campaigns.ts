import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id, Timestamp } from '../kit/fields.ts'
import { oneId, otherId } from './sample-ids.ts'

const campaign = z.object({ campaignId: Id, name: z.string() })
const campaignSample = { campaignId: oneId, name: 'Spring' }
const sentMessage = z.object({ contactId: Id, channel: z.string(), campaignId: Id, sendId: Id, name: z.string() })
const sentMessageSample = { contactId: oneId, channel: 'email', campaignId: otherId, sendId: oneId, name: 'Spring' }

/** Outcome of a campaign message, emitted when it has a consumer (`hasListeners`); `detail`: the receiver's text. */
export const campaignMessageEvents = {
  delivered: defineEvent('message.delivered', 'A message of a campaign was delivered', sentMessage, sentMessageSample),
  bounced: defineEvent('message.bounced', 'A campaign message bounced', sentMessage.extend({ detail: personalText() }), {
    ...sentMessageSample,
    detail: '5.1.1 User unknown',
  }),
  complained: defineEvent(
    'message.complained',
    'A recipient complained about a campaign message',
    sentMessage.extend({ detail: personalText() }),
    {
      ...sentMessageSample,
      detail: 'Feedback-Type: abuse',
    },
  ),
  /** The first opening by a person; `campaign.clicked` likewise. Machines count in neither. */
  opened: defineEvent('campaign.opened', 'A recipient opened a campaign message', sentMessage, sentMessageSample),
  clicked: defineEvent('campaign.clicked', 'A recipient clicked a link in a campaign message', sentMessage, sentMessageSample),
}

export const campaignEvents = {
  launched: defineEvent(
    'campaign.launched',
    'A campaign was launched',
    campaign.extend({ by: personalText(), nextAt: Timestamp.nullable() }),
    {
      ...campaignSample,
      by: 'Ada Lovelace',
      nextAt: null,
    },
  ),
  /** Every recipient of one send has an end. */
  sent: defineEvent(
    'campaign.sent',
    'A campaign was sent',
    campaign.extend({
      campaignName: z.string(),
      recipientCount: z.int(),
      /** Who launched it; null when its launch left no name. */
      triggeredBy: personalText().nullable(),
      sendId: Id,
      step: z.int(),
      total: z.int(),
      sent: z.int(),
    }),
    {
      ...campaignSample,
      campaignName: 'Spring',
      recipientCount: 100,
      triggeredBy: 'Ada Lovelace',
      sendId: otherId,
      step: 1,
      total: 100,
      sent: 98,
    },
  ),
  completed: defineEvent('campaign.completed', 'A campaign is completed', campaign, campaignSample),
  /** Paused by the engine; with the reason as text. */
  paused: defineEvent(
    'campaign.paused',
    'A campaign was paused automatically',
    campaign.extend({ sendId: Id.nullable(), reason: z.string() }),
    {
      ...campaignSample,
      sendId: otherId,
      reason: 'Too many complaints',
    },
  ),
  /** Complaints or bounces arrived after its last message; with the reason as text. */
  alarmed: defineEvent(
    'campaign.alarmed',
    'A campaign has too many complaints or bounces',
    campaign.extend({ sendId: Id, reason: z.string() }),
    {
      ...campaignSample,
      sendId: otherId,
      reason: 'Too many complaints',
    },
  ),
  /** A launch to more recipients than a MEMBER may reach waits for an OWNER or ADMIN. */
  approvalRequested: defineEvent(
    'campaign.approvalRequested',
    'The launch of a campaign waits for approval',
    campaign.extend({ recipients: z.int(), by: personalText() }),
    {
      ...campaignSample,
      recipients: 12_000,
      by: 'Ada Lovelace',
    },
  ),
}
