import { newId, zeroId } from '../../../platform/ids.ts'
import { none } from '../../../testing/matrix/sample.ts'
import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A message that a sandbox account kept. */
async function keptMessage({ t, org }: Setting): Promise<Sample> {
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into app.sandbox_messages (org_id, identity, channel, recipient, body) values ($1, $2, 'sms', '+12025550111', 'Sample') returning id`,
    [org.id, newId()],
  )
  return { params: { id: rows[0]?.id ?? '' }, body: { kind: 'reply', text: 'STOP' } }
}

export const samples: Samples<'mailbox'> = {
  'mailbox.list': none,
  'mailbox.read': async ({ t }) => {
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into app.sandbox_mail (org_id, message_id, sender, recipient, subject, body_text) values ($1, $2, 'a@example.com', 'b@example.com', 'Sample', 'Words')
       returning id`,
      [zeroId, newId()],
    )
    return { params: { id: rows[0]?.id ?? '' } }
  },
  'mailbox.answer': keptMessage,
}
