import { expect, test } from 'vitest'
import type { z } from 'zod'
import { checkClientSupport } from '@imperium/contract/email-designs/client-support.ts'
import { everyBlock } from '@imperium/contract/email-designs/testing/every-block.ts'
import type { MessagePreview } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { openCampaigns, untilIs } from '../../../testing/campaigns/campaigns-app.ts'

const { app, call, get, post, addContact, newcomer } = openCampaigns()

const heading = (id: string, text: string, visibility: object | null = null) => ({ id, type: 'heading', spans: [{ text }], visibility })
const vipSegment = async (who: TestUser) =>
  (
    await post<{ id: string }>(
      '/segments',
      { name: 'VIPs', rules: { match: 'all', rules: [{ kind: 'tags', op: 'any_of', tags: ['vip'] }] } },
      who,
    )
  ).id
const withDesign = (blocks: object[], more: object = {}) => ({
  name: 'Designed',
  channel: 'email',
  definition: { content: { subject: 'Hi', design: { blocks }, ...more }, audience: { kind: 'all' } },
})

test('the HTML of a designed message is made from the design, whatever the request says', async () => {
  const who = await newcomer()
  const made = await post<Campaign>('/campaigns', withDesign([heading('a', 'First')], { html: '<p>Another</p>' }), who)
  expect(made.definition.content.html).toContain('>First</h1>')
  expect(made.definition.content.html).not.toContain('Another')
  const { definition } = made
  const changed = { ...definition, content: { ...definition.content, design: { blocks: [heading('a', 'Second')] } } }
  await call('PUT', `/campaigns/${made.id}`, { definition: changed }, who, 200)
  const after = await get<Campaign>(`/campaigns/${made.id}`, who)
  expect(after.definition.content.html).toContain('>Second</h1>')
  expect(after.version).toBe(2)
  await call('PUT', `/campaigns/${made.id}`, { definition: after.definition }, who, 200)
  expect((await get<Campaign>(`/campaigns/${made.id}`, who)).version).toBe(2)
})

test('refuses a design with an address that runs a script, and a block of an unknown kind', async () => {
  const who = await newcomer()
  for (const block of [
    { id: 'a', type: 'button', label: 'Go', url: 'javascript:alert(1)' },
    { id: 'a', type: 'script' },
    { id: '"><script>', type: 'divider' },
  ])
    await call('POST', '/campaigns', withDesign([block]), who, 422)
  expect((await get<Campaign[]>('/campaigns', who)).length).toBe(0)
})

test('previews a block only for contacts inside, or outside, its segment', async () => {
  const who = await newcomer()
  const segmentId = await vipSegment(who)
  const ids = [await addContact(who, { tags: ['vip'] }), await addContact(who)]
  const blocks = [heading('a', 'For VIPs', { segmentId, show: 'inside' }), heading('b', 'For others', { segmentId, show: 'outside' })]
  const shown = await Promise.all(
    ids.map(async (contactId) => {
      const { content } = withDesign(blocks).definition
      const preview = await post<z.infer<typeof MessagePreview>>('/campaigns/preview', { channel: 'email', content, contactId }, who)
      expect(preview.issues).toEqual([])
      return ['For VIPs', 'For others'].map((texts) => [preview.html?.includes(texts), preview.text.includes(texts)])
    }),
  )
  expect(shown).toEqual([
    [
      [true, true],
      [false, false],
    ],
    [
      [false, false],
      [true, true],
    ],
  ])
})

test('sends each recipient the blocks of its segments, with one footer', async () => {
  const who = await newcomer()
  await app().owner.query(`update auth.organizations set address = 'Street 1', city = 'Graz', country = 'AT' where id = $1`, [who.orgId])
  const segmentId = await vipSegment(who)
  await addContact(who, { email: 'vip@example.com', firstName: 'Vera', tags: ['vip'] })
  await addContact(who, { email: 'other@example.com', firstName: '' })
  const blocks = [...everyBlock.blocks, heading('vip', 'For VIPs', { segmentId, show: 'inside' })]
  await app().owner.query(
    "insert into app.contact_fields (org_id, id, key, label, type) values ($1, gen_random_uuid(), 'order', 'Order', 'text')",
    [who.orgId],
  )
  const { id } = await post<Campaign>('/campaigns', withDesign(blocks), who)
  await call('POST', `/campaigns/${id}/send`, undefined, who, 200)
  const mails = await untilIs(
    async () =>
      (
        await app().owner.query<{ recipient: string; body_html: string; body_text: string }>(
          'select recipient, body_html, body_text from app.sandbox_mail where org_id = $1 order by recipient desc',
          [who.orgId],
        )
      ).rows,
    (rows) => rows.length === 2,
  )
  expect(mails.map(({ recipient }) => recipient)).toEqual(['vip@example.com', 'other@example.com'])
  expect(mails.map(({ body_html: html }) => [html.includes('For VIPs'), /Hello (\w+)<\/h1>/.exec(html)?.[1]])).toEqual([
    [true, 'Vera'],
    [false, 'there'],
  ])
  for (const { body_html: html, body_text: text } of mails) {
    expect(html.match(/>Unsubscribe</g)).toHaveLength(1)
    expect(html).not.toMatch(/\{[{%]/)
    expect(text).not.toMatch(/\{[{%]|__segments/)
    expect(text.match(/Graz/g)).toHaveLength(1)
    expect(checkClientSupport(html)).toEqual([])
  }
})

test('a segment that decides about a block cannot be deleted, and a campaign that names a deleted one is not launched', async () => {
  const who = await newcomer()
  const segmentId = await vipSegment(who)
  const columns = { id: 'c', type: 'columns', columns: [[heading('a', 'For VIPs', { segmentId, show: 'inside' })], []] }
  await post('/campaigns', withDesign([columns]), who)
  const refused = await call('DELETE', `/segments/${segmentId}`, undefined, who, 409)
  expect(refused.body.message).toContain('Designed')
  const gone = await post<Campaign>('/campaigns', withDesign([heading('a', 'Hi', { segmentId: who.orgId, show: 'inside' })]), who)
  const { body } = await call('POST', `/campaigns/${gone.id}/send`, undefined, who, 422)
  expect(body.errors).toContainEqual({
    path: 'definition.content.design',
    message: 'A block is shown by a segment that does not exist',
  })
})
