import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmailImage, SavedEmailBlock } from '@imperium/contract/email-designs/email-design-operations.ts'
import { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import { pngBomb } from '../../platform/images/testing/png-bomb.ts'
import { storageLeft } from '../../platform/metering/metering.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { Block } from '@imperium/contract/email-designs/email-design.ts'
import { newId } from '../../platform/ids.ts'
import { insertBlock } from './block-store.ts'
import { holdImages } from './hold-images.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
})
afterAll(() => t.close())

const upload = async (bytes: Buffer, type = 'image/png', by = owner) => {
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/email-images?name=Chair.png',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': type },
    payload: bytes,
  })
  return { status: response.statusCode, ...response.json<{ errors?: { path: string; message: string }[]; data: EmailImage }>() }
}
const open = (url: string) => t.app.inject({ method: 'GET', url: new URL(url).pathname })
const remove = (id: string, by = owner) => t.call('DELETE', `/api/email-images/${id}`, { token: by.token })
const picture = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } })
const left = () => t.platform.db.withOrg(owner.orgId, storageLeft)

describe('images', () => {
  test('is shown at its address without a session, for a year, as what it is', async () => {
    const { status, data } = await upload(await picture(2000, 500).png().toBuffer())
    expect(status).toBe(201)
    expect(data).toMatchObject({ name: 'Chair.png', contentType: 'image/png', width: 1200, height: 300 })
    expect(data.url).toMatch(/^http:\/\/[^/]+\/api\/i\/[\w-]{44}\.png$/)
    const shown = await open(data.url)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    })
    expect(shown.headers['set-cookie']).toBeUndefined()
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 300 })
    expect(shown.rawPayload.length).toBe(data.sizeBytes)
    const list = await t.call<EmailImage[]>('GET', '/api/email-images', { token: owner.token })
    expect(list.body.data).toContainEqual(data)
  })

  test('is JPEG, PNG or GIF, which Outlook reads, upright and without metadata', async () => {
    const photo = await picture(40, 20)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .toBuffer()
    const { data: upright } = await upload(photo, 'image/jpeg')
    expect(upright).toMatchObject({ contentType: 'image/jpeg', width: 20, height: 40 })
    const stored = (await open(upright.url)).rawPayload
    expect(stored.includes('Secret place')).toBe(false)
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    expect((await upload(await picture(20, 20).webp().toBuffer(), 'image/webp')).data.contentType).toBe('image/jpeg')
    expect((await upload(await picture(20, 20, 4).webp().toBuffer(), 'image/webp')).data.contentType).toBe('image/png')
    const noise = await sharp({
      create: { width: 700, height: 700, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 }, background: '#000' },
    })
      .png()
      .toBuffer()
    expect((await upload(noise)).data.contentType).toBe('image/jpeg')
  })

  test('keeps an animation', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00'].map((background) =>
        sharp({ create: { width: 1600, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const { data } = await upload(gif, 'image/gif')
    expect(data).toMatchObject({ contentType: 'image/gif', width: 1200, height: 6 })
    expect((await sharp((await open(data.url)).rawPayload).metadata()).pages).toBe(2)
  })

  test('refuses what is no image, is damaged, lies about its type, or unfolds to too much', async () => {
    const png = await picture(50, 50).png().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [bytes, words] of [
      [svg, 'not a PNG'],
      [Buffer.from('GIF8 not really'), 'not a PNG'],
      [Buffer.from('%PDF-1.7'), 'not a PNG'],
      [Buffer.concat([png.subarray(0, 60), Buffer.alloc(40)]), 'damaged'],
      [pngBomb(60_000), 'pixels'],
      [pngBomb(8_000), 'pixels'],
    ] as const) {
      const refused = await upload(bytes)
      expect([refused.status, refused.errors?.[0]?.message]).toEqual([422, expect.stringContaining(words)])
    }
    expect((await upload(svg, 'image/svg+xml')).status).toBe(415)
    expect((await upload(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))).status).toBe(413)
    // The declared type is only a claim: the bytes decide.
    expect((await upload(png, 'image/jpeg')).data.contentType).toBe('image/png')
  })

  test('is counted as storage and released again', async () => {
    const before = await left()
    const { data } = await upload(await picture(30, 30).png().toBuffer())
    expect(await left()).toBe(before - data.sizeBytes)
    expect((await remove(data.id)).status).toBe(200)
    expect(await left()).toBe(before)
    expect((await open(data.url)).statusCode).toBe(404)
    expect((await remove(data.id)).status).toBe(404)
  })

  test('stores nothing above the quota', async () => {
    const poor = await t.register()
    await t.owner.query('update auth.organizations set storage_limit_bytes = 10 where id = $1', [poor.orgId])
    const refused = await upload(await picture(30, 30).png().toBuffer(), 'image/png', poor)
    expect(refused.status).toBe(409)
    expect((await t.call<EmailImage[]>('GET', '/api/email-images', { token: poor.token })).body.data).toEqual([])
  })

  test('is not found with a changed key, in another organization, or without the right', async () => {
    const { data } = await upload(await picture(30, 30).png().toBuffer())
    const last = data.url.at(-5) ?? ''
    expect((await open(data.url.replace(`${last}.png`, `${last === 'A' ? 'Q' : 'A'}.png`))).statusCode).toBe(404)
    expect((await t.app.inject({ url: '/api/i/x.png' })).statusCode).toBeGreaterThanOrEqual(400)
    const stranger = await t.register()
    expect((await remove(data.id, stranger)).status).toBe(404)
    expect((await t.call<EmailImage[]>('GET', '/api/email-images', { token: stranger.token })).body.data).toEqual([])
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    expect((await upload(await picture(3, 3).png().toBuffer(), 'image/png', viewer)).status).toBe(403)
    expect((await remove(data.id, viewer)).status).toBe(403)
  })

  test('is not deleted while an email with it is being stored, and is refused in emails afterwards', async () => {
    const { data } = await upload(await picture(30, 30).png().toBuffer())
    const block = Block.parse({ id: 'a', type: 'image', src: data.url, alt: 'A chair' })
    const blockId = newId()
    const deleted = Promise.withResolvers<ReturnType<typeof remove>>()
    await t.platform.db.withOrg(owner.orgId, async (tx) => {
      await holdImages(tx, block)
      deleted.resolve(remove(data.id))
      await expect
        .poll(async () => (await t.owner.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount)
        .toBe(1)
      await insertBlock(tx, blockId, { name: 'Held chair', block })
    })
    expect((await deleted.promise).status).toBe(409)
    await t.call('DELETE', `/api/email-blocks/${blockId}`, { token: owner.token })
    expect((await remove(data.id)).status).toBe(200)
    const late = await t.call('POST', '/api/email-blocks', { token: owner.token, body: { name: 'Late chair', block } })
    expect(late.status).toBe(422)
    expect(JSON.stringify(late.body)).toContain('An image of this email was deleted')
  })

  test('is kept while a campaign, a template or a saved block shows it', async () => {
    const { data } = await upload(await picture(30, 30).png().toBuffer())
    const block = { id: 'a', type: 'image', src: data.url, alt: 'A chair' }
    const asOwner = (body: object) => ({ token: owner.token, body })
    const saved = await t.call<SavedEmailBlock>('POST', '/api/email-blocks', asOwner({ name: 'Chair block', block }))
    const definition = { content: { subject: 'Chairs', design: { blocks: [block] } } }
    const campaign = await t.call<{ id: string }>(
      'POST',
      '/api/campaigns',
      asOwner({ name: 'Chair campaign', channel: 'email', definition }),
    )
    const published = { category: 'campaign', sourceId: campaign.body.data.id, name: 'Chair template', description: 'Chairs' }
    const template = await t.call<{ key: string }>('POST', '/api/templates', asOwner(published))
    expect([saved.status, campaign.status, template.status]).toEqual([201, 201, 201])
    const refused = async () => (await remove(data.id)).body.message
    expect(await refused()).toMatch(/Chair block.*Chair campaign.*Chair template/)
    await t.call('DELETE', `/api/email-blocks/${saved.body.data.id}`, { token: owner.token })
    expect(await refused()).not.toContain('Chair block')
    await t.call('DELETE', `/api/campaigns/${campaign.body.data.id}`, { token: owner.token })
    expect(await refused()).toContain('used by Chair template.')
    await t.call('DELETE', `/api/templates/${template.body.data.key}`, { token: owner.token })
    expect((await remove(data.id)).status).toBe(200)
  })
})

describe('saved blocks', () => {
  const block = { id: 'a', type: 'heading', spans: [{ text: 'Hello' }] }
  const callAs =
    (user: TestUser) =>
    <T = SavedEmailBlock>(method: string, path: string, body?: object, by = user) =>
      t.call<T>(method, `/api/email-blocks${path}`, { token: by.token, ...(body ? { body } : {}) })

  test('creates, lists, changes and deletes one', async () => {
    const maker = await t.register()
    const call = callAs(maker)
    const made = await call('POST', '', { name: 'Greeting', block })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ name: 'Greeting', block: { type: 'heading', level: 1, spans: [{ text: 'Hello' }] } })
    const { id, updatedAt } = made.body.data
    expect((await call<SavedEmailBlock[]>('GET', '')).body.data).toEqual([made.body.data])
    const changed = await call('PATCH', `/${id}`, { name: 'Welcome', updatedAt })
    expect(changed.body.data).toMatchObject({ name: 'Welcome', block: { spans: [{ text: 'Hello' }] } })
    expect((await call('PATCH', `/${id}`, { block, updatedAt })).status).toBe(409)
    expect((await call('POST', '', { name: 'WELCOME', block })).status).toBe(409)
    expect((await call('POST', '', { name: 'Script', block: { ...block, type: 'button', url: 'javascript:1' } })).status).toBe(422)
    const viewer = await t.addMember(maker.orgId, 'VIEWER')
    expect((await call('PATCH', `/${id}`, { name: 'Mine' }, viewer)).status).toBe(403)
    expect((await call('DELETE', `/${id}`, undefined, await t.register())).status).toBe(404)
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect((await call<SavedEmailBlock[]>('GET', '')).body.data).toEqual([])
  })

  test('ends at two hundred', async () => {
    const rich = await t.register()
    await t.owner.query(
      `insert into app.email_blocks (org_id, id, name, block) select $1, gen_random_uuid(), 'Block ' || n, $2 from generate_series(1, 200) n`,
      [rich.orgId, JSON.stringify(block)],
    )
    expect((await callAs(rich)('POST', '', { name: 'One more', block })).body.message).toContain('at most 200')
  })
})

test('the brand style is the default until an administrator sets one, for one organization', async () => {
  const style = (by: TestUser, body?: object) =>
    t.call<EmailStyle>(body ? 'PUT' : 'GET', '/api/email-style', { token: by.token, ...(body ? { body } : {}) })
  expect((await style(owner)).body.data).toEqual(EmailStyle.parse({}))
  const member = await t.addMember(owner.orgId, 'MEMBER')
  expect((await style(member, { buttonColor: '#7c3aed' })).status).toBe(403)
  expect((await style(owner, { buttonColor: 'red' })).status).toBe(422)
  for (const buttonColor of ['#7c3aed', '#111111']) {
    expect((await style(owner, { buttonColor, font: 'georgia' })).status).toBe(200)
    expect((await style(member)).body.data).toEqual(EmailStyle.parse({ buttonColor, font: 'georgia' }))
  }
  expect((await style(await t.register())).body.data).toEqual(EmailStyle.parse({}))
})
