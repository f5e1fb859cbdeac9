import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngBomb } from '../../platform/images/testing/png-bomb.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

const upload = async (bytes: Buffer, type = 'image/png', by = user) => {
  const response = await t.app.inject({
    method: 'PUT',
    url: '/api/profile/avatar',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': type },
    payload: bytes,
  })
  return {
    status: response.statusCode,
    ...response.json<{ message?: string; errors?: { path: string; message: string }[]; data?: { avatarVersion: string | null } }>(),
  }
}
const read = (id: string, by: TestUser, version = '') =>
  t.app.inject({
    method: 'GET',
    url: `/api/users/${id}/avatar${version && `?v=${version}`}`,
    headers: { authorization: `Bearer ${by.token}` },
  })

const photo = (format: 'png' | 'jpeg' | 'webp' | 'gif', width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 90 } } })
    .withExif({ IFD0: { Copyright: 'Secret place 52.52N' } })
    .toFormat(format)
    .toBuffer()
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s becomes 400 x 400 WebP without its metadata', async (format) => {
  const { status, data } = await upload(await photo(format), `image/${format}`)
  expect([status, data?.avatarVersion]).toEqual([200, expect.stringMatching(/^[0-9a-f]{16}$/)])
  const reply = await read(user.userId, user, data?.avatarVersion ?? '')
  expect(reply.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=604800',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  const found = await sharp(reply.rawPayload).metadata()
  expect([found.format, found.width, found.height, found.exif]).toEqual(['webp', 400, 400, undefined])
  expect(reply.rawPayload.includes('Secret place')).toBe(false)
})

test('a photo that lies on its side is put upright', async () => {
  const lying = await sharp({ create: { width: 400, height: 800, channels: 3, background: 'white' } })
    .composite([{ input: { create: { width: 400, height: 400, channels: 3, background: 'black' } }, top: 0, left: 0 }])
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer()
  expect((await upload(lying, 'image/jpeg')).status).toBe(200)
  const { data, info } = await sharp((await read(user.userId, user)).rawPayload)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect((data[(info.height - 5) * info.width * info.channels] ?? 255) < 60).toBe(true)
})

describe('rejects a file that is not such an image, and keeps the photo', () => {
  const cases: [string, () => Buffer | Promise<Buffer>, string, number][] = [
    ['SVG named as PNG', () => svg, 'image/png', 422],
    ['SVG by its own type', () => svg, 'image/svg+xml', 415],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png', 422],
    ['PDF named as JPEG', () => Buffer.from('%PDF-1.7\n1 0 obj'), 'image/jpeg', 422],
    ['an SVG behind the first bytes of a PNG', () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg]), 'image/png', 422],
    ['a PNG cut in half', async () => (await photo('png', 1_500, 1_500)).subarray(0, 600), 'image/png', 422],
    ['a JPEG cut in half', async () => (await photo('jpeg', 2_000, 2_000)).subarray(0, 2_000), 'image/jpeg', 422],
    ['a file of nothing', () => Buffer.alloc(0), 'image/png', 422],
    ['noise', () => Buffer.from(Array.from({ length: 4_000 }, (_each, index) => (index * 7919) % 256)), 'image/webp', 422],
    ['a PNG that unpacks to 50,000 x 50,000', () => pngBomb(50_000), 'image/png', 422],
    ['more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1, 1), 'image/png', 413],
    ['JSON that stands in for a file', () => Buffer.from('{"bytes":"x"}'), 'application/json', 415],
  ]
  test.each(cases)('%s', async (_name, make, type, expected) => {
    const before = (await read(user.userId, user)).rawPayload
    const reply = await upload(await make(), type)
    expect([reply.status, reply.message]).toEqual([expected, expect.any(String)])
    expect(reply.errors?.map(({ path }) => path)).toEqual(expected === 422 ? ['file'] : undefined)
    expect((await read(user.userId, user)).rawPayload.equals(before)).toBe(true)
  })

  test('a picture that is also a page: only the picture is kept', async () => {
    const polyglot = Buffer.concat([await photo('gif'), Buffer.from('<script>alert(document.domain)</script>')])
    const { status } = await upload(polyglot, 'image/gif')
    expect(status).toBe(200)
    expect((await read(user.userId, user)).rawPayload.includes('<script>')).toBe(false)
  })
})

test('shows a photo to users who share an organization, to others 404, also without a photo', async () => {
  await upload(await photo('png'))
  const colleague = await t.addMember(user.orgId, 'VIEWER')
  const stranger = await t.register()
  expect((await read(user.userId, colleague)).statusCode).toBe(200)
  const refused = await read(user.userId, stranger)
  const unknown = await read(newId(), stranger)
  expect([refused.statusCode, unknown.statusCode]).toEqual([404, 404])
  expect({ ...refused.json<object>(), requestId: '' }).toEqual({ ...unknown.json<object>(), requestId: '' })
  const list = async (by: TestUser) =>
    (await t.call<{ userId: string }[]>('GET', `/api/users/avatars?ids=${user.userId},${stranger.userId}`, { token: by.token })).body.data
  expect((await list(colleague)).map((each) => each.userId)).toEqual([user.userId])
  expect(await list(stranger)).toEqual([])
  await t.owner.query(`update auth.memberships set status = 'INACTIVE' where user_id = $1`, [colleague.userId])
  t.platform.auth.invalidate(colleague.userId)
  expect((await read(user.userId, colleague)).statusCode).toBe(404)
  expect((await t.call('DELETE', '/api/profile/avatar', { token: user.token })).status).toBe(200)
  expect((await read(user.userId, user)).statusCode).toBe(404)
})
