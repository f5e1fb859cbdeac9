import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Brand, BrandImage, BrandVersion } from '@imperium/contract/branding/branding.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register({ organizationName: 'Northwind' })
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api/branding${path}`, { token: user.token, ...(body ? { body } : {}) })
const read = async (user = owner) => (await call<Brand>('GET', '', undefined, user)).body.data
const upload = async (kind: 'logo' | 'favicon', type: string, payload: Buffer, user = owner) => {
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': type }
  const response = await t.app.inject({ method: 'POST', url: `/api/branding/${kind}`, headers, payload })
  return { status: response.statusCode, body: response.json<{ data: BrandImage; message?: string }>() }
}
const svg = (inner: string, open = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100">') =>
  Buffer.from(`${open}${inner}</svg>`)
const pngOf = async (width: number, height: number) => {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width, height, channels: 4, background: '#0f766e' } })
    .png()
    .toBuffer()
}
const sizeOf = async (path: string) => {
  const { default: sharp } = await import('sharp')
  const response = await t.app.inject({ url: path })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png'])
  const { format, width, height } = await sharp(response.rawPayload).metadata()
  return { format, width, height }
}

/** An icon file with one bitmap of 32 bits, red at the top left. */
function icon(side: number): Buffer {
  const row = side * 4
  const dib = Buffer.alloc(40 + row * side + Math.ceil(side / 32) * 4 * side)
  dib.writeUInt32LE(40, 0)
  dib.writeInt32LE(side, 4)
  dib.writeInt32LE(side * 2, 8)
  dib.writeUInt16LE(1, 12)
  dib.writeUInt16LE(32, 14)
  dib.set([0, 0, 255, 255], 40 + row * (side - 1))
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([side, side], 6)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(dib.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, dib])
}

describe('branding', () => {
  test('a new organization has the suggested colors, Inter, and no logo', async () => {
    expect(await read()).toMatchObject({
      primary: '#4f46e5',
      secondary: '#7c3aed',
      accent: '#ec4899',
      font: 'inter',
      themeMode: 'system',
      customCss: '',
      logo: null,
      favicon: null,
      name: 'Northwind',
      hidesProduct: false,
      version: 0,
    })
  })

  test('saves, refuses a stale write, keeps versions, restores and resets', async () => {
    const user = await t.register()
    const save = (body: object) => call<Brand>('PUT', '', body, user)
    const first = await save({ primary: '#0F766E', font: 'lora', version: 0 })
    expect(first.body.data).toMatchObject({ primary: '#0f766e', font: 'lora', version: 1 })
    expect((await save({ primary: '#111111', version: 0 })).status).toBe(409)
    expect((await save({ primary: '#b45309', version: 1 })).body.data.version).toBe(2)
    const restored = await call<Brand>('POST', '/versions/1/restore', undefined, user)
    expect(restored.body.data).toMatchObject({ primary: '#0f766e', version: 3 })
    expect((await call<Brand>('POST', '/reset', undefined, user)).body.data).toMatchObject({
      primary: '#4f46e5',
      font: 'inter',
      version: 4,
    })
    const { body } = await call<BrandVersion[]>('GET', '/versions', undefined, user)
    expect(body.data.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      [4, true],
      [3, false],
      [2, false],
      [1, false],
    ])
    expect((await call('POST', '/versions/99/restore', undefined, user)).status).toBe(404)
    for (const wrong of [{ primary: 'red' }, { font: 'comic' }, { themeMode: 'dim' }, { primary: '#12' }])
      expect((await save(wrong)).status).toBe(422)
  })

  test('custom CSS is scoped, and a rule that is not allowed is named with its line', async () => {
    const user = await t.register()
    const good = await call<Brand>('PUT', '', { customCss: 'body { color: #123456 }\n/* mine */ a:hover { color: red }' }, user)
    expect(good.body.data.scopedCss).toBe('.brand-scope{color:#123456}.brand-scope a:hover{color:red}')
    const bad = await call('PUT', '', { customCss: 'a { color: red }\n@import "x";\nb { position: fixed }' }, user)
    expect(bad.status).toBe(422)
    expect(bad.body.errors?.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'customCss: Line 2: @import is not allowed',
      'customCss: Line 3: The property position is not allowed',
    ])
    const check = await call<{ scopedCss: string; faults: { line: number }[] }>(
      'POST',
      '/check-css',
      { css: 'a { background: url(x) }' },
      user,
    )
    expect(check.body.data).toMatchObject({ scopedCss: '', faults: [{ line: 1 }] })
  })

  test('a logo is drawn anew as PNG within twice the recommended size, an SVG too', async () => {
    const large = (await upload('logo', 'image/png', await pngOf(2000, 300))).body.data
    expect(await sizeOf(large.path)).toEqual({ format: 'png', width: 800, height: 120 })
    const drawn = await upload('logo', 'image/svg+xml', svg('<rect width="400" height="100" fill="#0f766e"/><script>alert(1)</script>'))
    expect(drawn.status).toBe(201)
    expect(await sizeOf(drawn.body.data.path)).toEqual({ format: 'png', width: 800, height: 200 })
    const saved = await call<Brand>('PUT', '', { logoId: drawn.body.data.id })
    expect(saved.body.data.logo).toMatchObject({ width: 800, height: 200, path: drawn.body.data.path })
    // A favicon is no logo, and another organization's image is none.
    const favicon = (await upload('favicon', 'image/png', await pngOf(64, 64))).body.data
    expect((await call('PUT', '', { logoId: favicon.id })).status).toBe(422)
    const stranger = await t.register()
    expect((await call('PUT', '', { logoId: drawn.body.data.id }, stranger)).status).toBe(422)
  })

  test('refuses what is no image, is too large, or of another type', async () => {
    expect((await upload('logo', 'image/png', Buffer.from('not a picture'))).status).toBe(422)
    expect((await upload('logo', 'image/gif', Buffer.from('GIF89a'))).status).toBe(415)
    expect((await upload('logo', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await upload('favicon', 'image/png', Buffer.alloc(100 * 1024 + 1))).status).toBe(413)
    expect((await upload('logo', 'image/svg+xml', svg('<g/>'.repeat(5_001)))).body.message).toBe('The SVG file has too many elements')
    const entities = svg('', '<!DOCTYPE svg [<!ENTITY a "a">]><svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">')
    expect((await upload('logo', 'image/svg+xml', entities)).status).toBe(422)
  })

  test('a favicon comes from a PNG or an icon file, square', async () => {
    const small = await upload('favicon', 'image/png', await pngOf(20, 40))
    expect(await sizeOf(small.body.data.path)).toEqual({ format: 'png', width: 32, height: 32 })
    const fromIcon = await upload('favicon', 'image/x-icon', icon(64))
    expect(fromIcon.status).toBe(201)
    expect(await sizeOf(fromIcon.body.data.path)).toEqual({ format: 'png', width: 64, height: 64 })
    expect((await upload('favicon', 'image/x-icon', icon(64).subarray(0, 200))).status).toBe(422)
  })

  test('members read the brand and change nothing', async () => {
    const member = await t.addMember(owner.orgId, 'MEMBER')
    expect((await read(member)).name).toBe('Northwind')
    expect((await call('PUT', '', {}, member)).status).toBe(403)
    expect((await upload('logo', 'image/png', await pngOf(1, 1), member)).status).toBe(403)
  })

  test('hides the name of the product from the plan that the operator set', async () => {
    const user = await t.register()
    await t.owner.query(`update auth.organizations set plan_type = 'CONQUEROR' where id = $1`, [user.orgId])
    expect((await read(user)).hidesProduct).toBe(true)
  })
})
