import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { Campaign, MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import { Audience } from '@imperium/contract/contacts/reach.ts'
import type { WhatsappTemplate } from '@imperium/contract/channels/channel-accounts.ts'
import { channels } from '@imperium/contract/channels/channels.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { styleMail } from '../../../ui/text/style-mail.ts'
import { fillGaps } from '../message/fill-gaps.ts'
import classes from './campaign.module.css'

const templatesQuery = { ...query(channels.listTemplates, { query: {} }), staleTime: 30_000, meta: { silent: true } }

/** The body of the WhatsApp template with the campaign's variables; null without a template. */
function withVariables(content: MessageContent, templates: readonly WhatsappTemplate[] | undefined): string | null {
  if (content.whatsappTemplateId === null) return null
  const body = templates?.find(({ id }) => id === content.whatsappTemplateId)?.body
  return (
    body?.replace(/\{\{\s*(\d{1,2})\s*\}\}/g, (place, number: string) => content.whatsappVariables[Number(number) - 1] ?? place) ??
    content.whatsappVariables.join('\n')
  )
}

/** The mail as an example contact gets it. */
const filledIn = ({ name, channel, definition }: Campaign, content: MessageContent) =>
  query(campaignReports.preview, {
    body: {
      channel,
      content,
      campaignName: name,
      purpose: definition.purpose,
      byAgent: definition.agent !== null,
      trackClicks: definition.tracking.clicks,
      contactId: null,
      audience: Audience.safeParse(definition.audience).data ?? null,
    },
  })

/** The message: a mail as an example contact gets it, or its source; a text as it is written. */
export function TemplateCard({ campaign }: { campaign: Campaign }) {
  const { channel, definition } = campaign
  const [variant, setVariant] = useState(0)
  const [asText, setAsText] = useState(false)
  const variants = definition.ab?.variants ?? []
  const content = variant === 0 ? definition.content : (variants[variant - 1]?.content ?? definition.content)
  const templates = useQuery({ ...templatesQuery, enabled: channel === 'whatsapp' && content.whatsappTemplateId !== null })
  const isMail = channel === 'email' && content.html.trim() !== ''
  const filled = useQuery({ ...filledIn(campaign, content), enabled: isMail, retry: false, staleTime: 30_000, meta: { silent: true } }).data
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  return (
    <Card
      title={t('Message template')}
      aside={
        isMail && (
          <SegmentedControl
            aria-label={t('View')}
            value={asText ? 'text' : 'mail'}
            onChange={(next) => setAsText(next === 'text')}
            data={[
              { value: 'mail', label: t('Email||view') },
              { value: 'text', label: t('Source') },
            ]}
          />
        )
      }
    >
      {variants.length > 0 && (
        <SegmentedControl
          className={classes.variants ?? ''}
          aria-label={t('Variant')}
          value={String(variant)}
          onChange={(next) => setVariant(Number(next))}
          data={[{ value: '0', label: t('Variant A') }, ...variants.map(({ name }, n) => ({ value: String(n + 1), label: name }))]}
        />
      )}
      {channel === 'email' && (
        <p className={classes.subject}>{fillGaps(filled?.subject ?? '') || content.subject || t('No subject yet')}</p>
      )}
      {isMail && !asText ? (
        <iframe
          title={t('The message')}
          className={classes.frame}
          sandbox=""
          srcDoc={styleMail(fillGaps(filled?.html ?? content.html), nonce)}
        />
      ) : (
        <pre className={classes.template} tabIndex={0} role="region" aria-label={t('Message template')}>
          {(asText ? content.html : (withVariables(content, templates.data) ?? content.text)) || t('There is no content yet.')}
        </pre>
      )}
    </Card>
  )
}
