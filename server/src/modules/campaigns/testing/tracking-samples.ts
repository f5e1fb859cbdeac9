import { codeNumber, encodeRecipient, recipientCode } from '../index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A message that was sent, with one link. */
async function sentMessage({ t, org }: Setting) {
  const [campaignId, sendId, contactId] = [newId(), newId(), newId()]
  await t.owner.query(
    `with c as (insert into app.campaigns (org_id, id, name, channel, definition, created_by) values ($1, $2, 'Sample', 'email', '{}', 'Sample')),
          s as (insert into app.campaign_sends (org_id, id, campaign_id, step, version, status) values ($1, $3, $2, 1, 1, 'completed')),
          l as (insert into app.campaign_links (org_id, campaign_id, version, no, url) values ($1, $2, 1, 1, 'https://example.com/')),
          k as (insert into app.campaign_chunks (org_id, send_id, chunk, status) values ($1, $3, 0, 'done'))
     insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status, sent_at)
     values ($1, $3, $4, $2, 0, 'sent', now() - interval '1 hour')`,
    [org.id, campaignId, sendId, contactId],
  )
  return { token: encodeRecipient(t.platform, { sendId, contactId }) }
}

/** A text that was sent, with one short link. */
async function sentText(setting: Setting) {
  const { t, org } = setting
  const [campaignId, sendId, contactId] = [newId(), newId(), newId()]
  const code = recipientCode(t.platform, { sendId, contactId })
  await t.owner.query(
    `with c as (insert into app.campaigns (org_id, id, name, channel, definition, created_by) values ($1, $2, 'Sample', 'sms', '{}', 'Sample')),
          l as (insert into app.campaign_links (org_id, campaign_id, version, no, url) values ($1, $2, 1, 1, 'https://example.com/'))
     insert into app.campaign_short_links (code, org_id, campaign_id, version, send_id, contact_id) values ($3, $1, $2, 1, $4, $5)`,
    [org.id, campaignId, codeNumber(code), sendId, contactId],
  )
  return { short: `${code}1` }
}

export const samples: Samples<'tracking'> = {
  'tracking.open': async (setting: Setting) => ({ params: await sentMessage(setting) }),
  'tracking.click': async (setting: Setting) => ({ params: { ...(await sentMessage(setting)), link: '1' } }),
  'tracking.follow': async (setting: Setting) => ({ params: await sentText(setting) }),
}
