import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KnowledgeDocument, KnowledgeDocumentDetail, KnowledgePassage } from '@imperium/contract/knowledge.ts'
import { claimOne, writeLeased } from '../../../platform/leases/lease-store.ts'
import { reap } from '../../../platform/leases/reap-tick.ts'
import { readZip } from '../../../platform/sheets/read-zip.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { documentLeases, isReady } from './documents-store.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { startDocumentReader } from './read-documents.ts'
import { makeDocx, makePdf, makeXlsx, makeZip } from './test-files.ts'

let t: TestApp
let owner: TestUser
let viewer: TestUser
let reader: { stop: (graceMs: number) => Promise<void> }
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  viewer = await t.addMember(owner.orgId, 'VIEWER')
  reader = startDocumentReader(t.platform)
})
afterAll(async () => {
  await reader.stop(0)
  await t.close()
})

const upload = (name: string, content: string | Buffer, query = '') =>
  t.call<KnowledgeDocument>('POST', `/api/knowledge/documents?name=${encodeURIComponent(name)}${query}`, {
    token: owner.token,
    body: Buffer.from(content),
    headers: { 'content-type': 'application/octet-stream' },
  })
const read = async (id: string, user = owner) =>
  t.call<KnowledgeDocumentDetail>('GET', `/api/knowledge/documents/${id}`, { token: user.token })
const settled = (id: string) =>
  until(async () => {
    const { data } = (await read(id)).body
    return data.status === 'ready' || data.status === 'failed' ? data : false
  })
const store = async (name: string, content: string | Buffer, query = '') => settled((await upload(name, content, query)).body.data.id)
const search = async (q: string, user = owner) =>
  (await t.call<KnowledgePassage[]>('GET', `/api/knowledge/search?q=${encodeURIComponent(q)}`, { token: user.token })).body.data
const count = async (id: string) =>
  Number((await t.owner.query('select count(*) from app.knowledge_document_chunks where document_id = $1', [id])).rows[0].count)

test('a document that ended its process twice is set aside; one that did so once, or was handed back often, is read', async () => {
  await reader.stop(0)
  const dead = { owner: 'elsewhere:1:reader' }
  const die = async (id: string) => {
    await t.platform.db.withSystem((tx) => claimOne(tx, documentLeases, { orgId: owner.orgId, key: { id }, ...dead }))
    await t.owner.query(`update app.knowledge_documents set lease_until = now() - interval '1 second' where id = $1`, [id])
    await reap(t.platform, documentLeases)
  }
  const [once = '', twice = '', often = ''] = await Promise.all(
    ['once.txt', 'twice.txt', 'often.txt'].map(async (name) => (await upload(name, 'A text.')).body.data.id),
  )
  for (const id of [once, twice, twice]) await die(id)
  await t.owner.query('update app.knowledge_documents set attempts = 4 where id = $1', [often])
  reader = startDocumentReader(t.platform)
  expect((await settled(once)).status).toBe('ready')
  expect((await settled(often)).status).toBe('ready')
  expect(await settled(twice)).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('interrupted 2 times') as string },
  })
  const { rows: told } = await t.owner.query<{ data: object }>("select data from pgboss.job where name = 'notifications.tellJobAside'")
  expect(told).toMatchObject([{ data: { orgId: owner.orgId, jobId: twice, what: 'document', name: 'twice.txt' } }])
  const again = await t.call('POST', `/api/knowledge/documents/${twice}/retry`, { token: owner.token })
  expect(again.status).toBe(200)
  expect((await settled(twice)).status).toBe('ready')
})

test('each kind of file is read, with its headings', async () => {
  const files: [string, string | Buffer, string[]][] = [
    ['rules.md', '# Rules\n\n## Narwhals\n\nThe narwhal **rule**.', ['rules', 'Rules', 'Narwhals']],
    [
      'page.html',
      '<title>x</title><nav>narwhal menu</nav><h2>Sea</h2><p>The narwhal&nbsp;rule.<script>bad()</script></p>',
      ['page', 'Sea'],
    ],
    ['latin.txt', Buffer.from('The narwhal rule, caf\u00e9.', 'latin1'), ['latin']],
    ['prices.csv', 'animal;rule\nnarwhal;The narwhal rule\n', ['prices']],
    [
      'plan.xlsx',
      makeXlsx('Sea', [
        ['animal', 'rule'],
        ['narwhal', 'The narwhal rule'],
      ]),
      ['plan', 'Sea'],
    ],
    ['scan.pdf', makePdf('The narwhal rule.'), ['scan', 'p. 1']],
    ['letter.docx', makeDocx('Letter', 'The narwhal rule.'), ['letter', 'Letter']],
  ]
  for (const [name, content, headings] of files) {
    const document = await store(name, content)
    expect([name, document.status, document.shown.map((passage) => passage.headings)]).toEqual([name, 'ready', [headings]])
    expect(document.shown[0]?.passage).toMatch(/narwhal\s+rule/i)
    expect(document.shown[0]?.passage).not.toMatch(/bad|menu/)
  }
  expect((await search('narwhal rule')).filter(({ matched }) => matched === 'all')).toHaveLength(files.length)
})

test('a file that cannot be read says what to do; other files are refused at once', async () => {
  const broken = await store('broken.pdf', '%PDF-1.4 nothing more')
  expect(broken).toMatchObject({ status: 'failed', passages: 0, error: { message: expect.stringContaining('damaged') } })
  const unread = await store('unread.pdf', makePdf('The narwhal rule.', false))
  expect(unread).toMatchObject({ status: 'failed', passages: 0, error: { message: expect.stringContaining('letters') } })
  expect(await store('blank.md', '---\n\n')).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('No text') } })
  expect((await upload('virus.exe', 'MZ')).status).toBe(415)
  const old = (part: string) => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from(part, 'utf16le')])
  const refused = async (name: string, part: string) => JSON.stringify((await upload(name, old(part))).body)
  expect(await refused('list.xlsx', 'Workbook')).toContain('save it as .xlsx')
  expect(await refused('letter.docx', 'WordDocument')).toContain('save it as .docx')
  expect(await refused('locked.xlsx', 'EncryptedPackage')).toContain('password')
  expect((await upload('fake.pdf', 'no pdf')).status).toBe(415)
  expect((await upload('empty.md', '')).status).toBe(422)
  const again = await t.call('POST', `/api/knowledge/documents/${broken.id}/retry`, { token: owner.token })
  expect(again.status).toBe(200)
  expect((await settled(broken.id)).status).toBe('failed')
})

test('the language of a document without one is recognised, and the words of that language are found', async () => {
  const japanese = await store('ja.md', '# 他\n\n新しい製品は春に出ます。返品は三十日以内。製品コードは PPR-1044 です。')
  expect(japanese.language).toBe('ja')
  // Articles of the product about something alike come after it.
  expect((await search('返品'))[0]).toMatchObject({ documentId: japanese.id, matched: 'all' })
  const named = async (language: string, text: string) =>
    expect([(await store(`${language}.txt`, text)).language, text]).toEqual([language, text])
  await named('de', 'Die Rückgabe ist innerhalb von dreißig Tagen möglich.')
  await named('fr', 'Les retours sont acceptés dans un délai de trente jours.')
  await named('es', 'Las devoluciones se aceptan en un plazo de treinta días.')
  await named('en', 'PPR-1044')
  const chosen = await store('chosen.txt', 'Die Rückgabe ist innerhalb von dreißig Tagen möglich.', '&language=fr')
  expect(chosen.language).toBe('fr')
  await t.call('PATCH', `/api/knowledge/documents/${japanese.id}`, { token: owner.token, body: { language: 'en' } })
  expect((await settled(japanese.id)).language).toBe('en')
})

test('a deleted document leaves no passage and no file', async () => {
  const { id } = await store('gone.md', 'The okapi rule.')
  expect(await search('okapi')).toMatchObject([{ documentId: id, articleId: null, title: 'gone.md', position: 0 }])
  await t.call('DELETE', `/api/knowledge/documents/${id}`, { token: owner.token })
  expect(await search('okapi')).toEqual([])
  expect(await count(id)).toBe(0)
  expect((await t.owner.query("select from app.files where org_id = $1 and name = 'gone.md'", [owner.orgId])).rowCount).toBe(0)
})

test('a document for agents is not shown to readers', async () => {
  const { id } = await store('secret.md', 'The tapir rule.', '&visibility=agents')
  expect(await search('tapir', viewer)).toEqual([])
  expect((await read(id, viewer)).status).toBe(404)
  expect(await search('tapir')).toHaveLength(1)
  const listed = await t.call<KnowledgeDocument[]>('GET', '/api/knowledge/documents?q=secret', { token: viewer.token })
  expect(listed.body.data).toEqual([])
})

test('another process reads what a dead one left, and the dead one writes nothing more', async () => {
  await reader.stop(0)
  const { id } = (await upload('long.csv', `text\n${Array.from({ length: 500 }, (_, n) => `The quokka rule number ${n}`).join('\n')}`)).body
    .data
  const dead = await t.platform.db.withSystem((tx) =>
    claimOne(tx, documentLeases, { orgId: owner.orgId, key: { id }, owner: 'gone:999999:1' }),
  )
  expect((await read(id)).body.data.status).toBe('processing')
  await t.owner.query('update app.knowledge_documents set lease_until = now() where id = $1', [id])
  expect(await reap(t.platform, documentLeases)).toBe(1)
  reader = startDocumentReader(t.platform)
  const { passages } = await settled(id)
  expect(passages).toBeGreaterThan(5)
  expect(await count(id)).toBe(passages)
  if (!dead) throw new Error('the document was not claimed')
  const late = t.platform.db.withOrg(owner.orgId, (tx) => writeLeased(tx, documentLeases, dead, isReady(1, new Date())))
  await expect(late).rejects.toThrow('leased by another worker')
})

const folder = path.join(import.meta.dirname, '../../..')
/** Another process of the installation that reads documents and nothing else. */
const program = (connection: object) => `
  import { createPlatform } from '${folder}/platform/create-platform.ts'
  import { loadConfig } from '${folder}/platform/config/config.ts'
  import { createLog } from '${folder}/platform/log.ts'
  import { testSecrets } from '${folder}/testing/test-secrets.ts'
  import { startDocumentReader } from '${folder}/modules/knowledge/documents/read-documents.ts'
  const config = loadConfig({ DATA_DIR: '/var/tmp/imperium-test-unused', DATABASE_POOL_MAX: '4' }, [])
  const made = await createPlatform({ config, secrets: testSecrets, connection: ${JSON.stringify(connection)}, log: createLog('silent', 'pretty') })
  made.attach([])
  startDocumentReader(made.platform)
`

test('kill -9 of the reading process loses and duplicates nothing', { timeout: 180_000 }, async () => {
  await reader.stop(0)
  const rows = Array.from({ length: 300 }, (_, n) => `The pangolin rule number ${n} of a long list`)
  const ids: string[] = []
  for (let n = 0; n < 24; n++) ids.push((await upload(`killed-${n}.csv`, ['text', ...rows].join('\n'))).body.data.id)
  const statuses = async () => {
    const { rows: found } = await t.owner.query('select status from app.knowledge_documents where id = any($1)', [ids])
    return found.map(({ status }) => String(status))
  }
  const { host, port, user, database } = t.owner.options
  // A file: the threads of a process inherit its arguments, and a program given as one is none that they can run.
  const file = path.join(mkdtempSync('/var/tmp/imperium-reader-'), 'reader.mts')
  writeFileSync(file, program({ host, port, user, database }))
  for (const least of [4, 12]) {
    const child = spawn(process.execPath, [file], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    try {
      await until(async () => {
        const all = await statuses()
        return all.filter((status) => status === 'ready').length >= least && all.includes('processing')
      }, 60_000)
    } finally {
      child.kill('SIGKILL')
      await ended
    }
    await reap(t.platform, documentLeases)
  }
  rmSync(path.dirname(file), { recursive: true })
  reader = startDocumentReader(t.platform)
  const read = await Promise.all(ids.map(settled))
  expect(new Set(read.map(({ status, passages }) => `${status} ${passages}`)).size).toBe(1)
  expect(read[0]).toMatchObject({ status: 'ready' })
  const { rows: chunks } = await t.owner.query(
    'select document_id, count(*)::int as count from app.knowledge_document_chunks where document_id = any($1) group by 1',
    [ids],
  )
  expect(chunks.map(({ count: found }) => Number(found))).toEqual(read.map(({ passages }) => passages))
})

test('refuses a zip that unpacks to too much, and one whose directory holds other entries than it says', () => {
  const bomb = deflateRawSync(Buffer.alloc(60 * 1024 * 1024))
  const entries = { 'media/a.png': bomb, 'media/b.png': bomb }
  expect(() => readZip(makeZip({ 'a.xml': '<a/>', 'b.png': 'b' }))).not.toThrow()
  expect(() => readZip(makeZip({ 'media/a.png': bomb }, 8))).not.toThrow()
  expect(() => readZip(makeZip(entries, 8))).toThrow('larger')
  const hiding = makeZip({ 'a.xml': '<a/>', 'b.xml': '<b/>' })
  hiding.writeUInt16LE(1, hiding.length - 12)
  expect(() => readZip(hiding)).toThrow('broken')
})

test('HTML of many spaces is read in no time', () => {
  expect(htmlToMarkdown(`${'<table><tr><td rowspan=9999 colspan=99>'.repeat(2_000)}y`)).toContain('y')
  expect(htmlToMarkdown(`<pre>${'a \n'.repeat(3)}</pre>${'<td></td>'.repeat(200_000)}<p>x`)).toMatch(/x\s+$/)
})
