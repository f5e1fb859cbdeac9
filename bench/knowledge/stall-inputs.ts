import { maxCustomCssLength } from '../../contract/src/branding/image-limits.ts'
import { artifactLimits } from '../../contract/src/code-artifacts/code-artifact.ts'
import { importLimits } from '../../contract/src/contacts/contact-imports.ts'
import type { ContactImport } from '../../contract/src/contacts/contact-imports.ts'
import type { HelpCenter } from '../../contract/src/knowledge/help-center.ts'
import type { KnowledgeArticle, KnowledgeDocument } from '../../contract/src/knowledge.ts'
import { decodeText } from '../../server/src/platform/text/charset.ts'
import { createThreadReader } from '../../server/src/platform/threads/thread-reader.ts'
import type { Client, ServerUnderTest } from '../server-under-test.ts'

export interface Work {
  name: string
  run: () => Promise<unknown>
}

const modules = new URL('../../server/src/modules/', import.meta.url)
/** Workbooks as the tests of the server make them. */
const { makeXlsx } = (await import(new URL('knowledge/documents/test-files.ts', modules).href)) as {
  makeXlsx: (sheet: string, rows: readonly string[][]) => Buffer
}

const kb = 1_000
const mb = 1_000 * kb
const repeat = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length))
const sentence = 'Words of a text, one after the other.\n'
const rowsOf = (length: number) => Array.from({ length: Math.floor(length / 40) }, (_, at) => [`Name ${at}`, `SKU-${at}`, 'EUR', '12.50'])
const contactRows = (count: number) => Array.from({ length: count }, (_, at) => [`p.${at}@example.com`, `Person ${at}`, 'Berlin'])
const headings = ['Name', 'SKU', 'Currency', 'Unit price']
const csvOf = (length: number) => [headings, ...rowsOf(length)].map((cells) => cells.join(',')).join('\n')

async function send(url: string, { token }: Client, method: string, path: string, type: string, bytes: Uint8Array): Promise<unknown> {
  const body = new Uint8Array(bytes)
  const response = await fetch(`${url}/api${path}`, { method, headers: { authorization: `Bearer ${token}`, 'content-type': type }, body })
  const reply = (await response.json()) as { data: unknown }
  // Refused inputs are read as well: how many rows they have is known afterwards.
  if (response.status >= 500) throw new Error(`${method} ${path}: ${response.status}`)
  return reply.data
}

async function untilRead(client: Client, id: string): Promise<void> {
  for (;;) {
    const { status } = await client.call<KnowledgeDocument>('GET', `/knowledge/documents/${id}`)
    if (status === 'ready' || status === 'failed') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A brand and code as large as they may be. */
function brandAndCode(url: string, client: Client): Work[] {
  const css = (text: string) => client.call('POST', '/branding/check-css', { css: text.slice(0, maxCustomCssLength) })
  const logo = (text: string) => send(url, client, 'POST', '/branding/logo', 'image/svg+xml', Buffer.from(text))
  const code = (text: string) => {
    const kind = { artifactType: 'utility_function', language: 'javascript' }
    return client.call('POST', '/code-artifacts', { name: 'Large', code: text, ...kind })
  }
  return [
    { name: 'custom CSS of 20,000 characters, rules', run: () => css(repeat('a{color:red}', maxCustomCssLength)) },
    { name: 'custom CSS of 20,000 characters, errors', run: () => css(repeat('}{\n', maxCustomCssLength)) },
    {
      name: 'logo of 2 MB, SVG',
      run: () => logo(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${repeat('<!-- a -->', 1.9 * mb)}</svg>`),
    },
    { name: 'code artifact of the longest code', run: () => code(repeat('const a = 1\n', artifactLimits.codeCharacters)) },
  ]
}

/** Inputs of knowledge, sales, contacts and connectors as large as they may be, each sent while another organization works. */
export function largestInputs({ url }: ServerUnderTest, client: Client): Work[] {
  const article = (body: string) =>
    client.call<KnowledgeArticle>('POST', '/knowledge/articles', { title: 'Large', body, visibility: 'public', status: 'PUBLISHED' })
  const page = async (body: string) => {
    const center = { isEnabled: true, title: 'Help', intro: '' }
    const { url: address } = await client.call<HelpCenter>('PUT', '/knowledge/help-center', center)
    const { id } = await article(body)
    for (let view = 0; view < 3; view++) await fetch(`${url}${new URL(address).pathname}/articles/${id}`).then((each) => each.text())
  }
  const document = async (name: string, bytes: Buffer) => {
    const path = `/knowledge/documents?name=${encodeURIComponent(name)}`
    const made = (await send(url, client, 'POST', path, 'application/octet-stream', bytes)) as { id?: string } | null
    if (made?.id) await untilRead(client, made.id)
  }
  const products = (bytes: Buffer) => send(url, client, 'POST', '/sales-products/import?check=true', 'text/csv', bytes)
  const contacts = async (bytes: Buffer, fileName = 'list.csv') => {
    const { id } = await client.call<ContactImport>('POST', '/contacts/import', { fileName, sizeBytes: bytes.length })
    for (let offset = 0; offset < bytes.length; offset += importLimits.pieceBytes) {
      const piece = bytes.subarray(offset, offset + importLimits.pieceBytes)
      await send(url, client, 'PUT', `/contacts/import/${id}/pieces?offset=${offset}`, 'application/octet-stream', piece)
    }
    await client.call('POST', `/contacts/import/${id}/preview`, {})
  }
  const addresses = (bytes: Buffer) => send(url, client, 'POST', '/suppressions/read-file?channel=email', 'text/csv', bytes)
  // Refused at the end, because it has no operations: reading it is the work.
  const openApi = (text: string) =>
    client
      .call('POST', '/integrations/connections', { connectorId: 'openapi', name: 'Large', fields: {}, document: { text } })
      .catch((error: unknown) => error)
  return [
    { name: 'article of 100 KB, text', run: () => article(repeat(sentence, 100 * kb)) },
    { name: 'article of 100 KB, blanks', run: () => article(repeat('# a          b\n', 100 * kb)) },
    { name: 'views of a help page of 100 KB, Markdown', run: () => page(repeat('- **a** [b](c) `d`\n', 100 * kb)) },
    { name: 'OpenAPI document of 1.8 MB, YAML', run: () => openApi(`openapi: 3.1.0\n${repeat('entry: value\n', 1.8 * mb)}`) },
    {
      name: 'OpenAPI document of 1.8 MB, JSON',
      run: () => openApi(JSON.stringify({ openapi: '3.1.0', list: repeat('value ', 1.8 * mb) })),
    },
    { name: 'products of 75 KB, CSV of 1,900 rows', run: () => products(Buffer.from(csvOf(75 * kb))) },
    { name: 'products of 1 MB, CSV of too many rows', run: () => products(Buffer.from(csvOf(mb))) },
    { name: 'products, XLSX of 1,900 rows', run: () => products(makeXlsx('Products', [headings, ...rowsOf(75 * kb)])) },
    {
      name: `contacts of ${importLimits.pieceBytes / 1024 / 1024} MB, CSV, one piece and preview`,
      run: () => contacts(Buffer.from(csvOf(importLimits.pieceBytes - 100))),
    },
    {
      name: 'contacts, XLSX of 60,000 rows, preview',
      run: () => contacts(makeXlsx('Contacts', [['Email', 'Name', 'City'], ...contactRows(60_000)]), 'list.xlsx'),
    },
    {
      name: 'addresses to suppress, CSV of 299,000 rows',
      run: () =>
        addresses(
          Buffer.from(
            contactRows(299_000)
              .map(([each]) => each)
              .join('\n'),
          ),
        ),
    },
    ...brandAndCode(url, client),
    { name: 'document of 5 MB, CSV, until it is read', run: () => document('large.csv', Buffer.from(csvOf(5 * mb))) },
    {
      name: 'document of 5 MB, XLSX, until it is read',
      run: () => document('large.xlsx', makeXlsx('Rows', [headings, ...rowsOf(2 * mb)])),
    },
    { name: 'document of 5 MB, Markdown, until it is read', run: () => document('large.md', Buffer.from(repeat(sentence, 5 * mb))) },
  ]
}

const eventAt = (at: number) =>
  `BEGIN:VEVENT\nUID:${at}\nSUMMARY:Meeting ${at}\nDTSTART:20260105T090000Z\nDTEND:20260105T100000Z\nRRULE:FREQ=WEEKLY\nEND:VEVENT\n`
const window = { from: Date.UTC(2026, 5, 1), until: Date.UTC(2026, 6, 1), timeZone: 'UTC' }

/** Inputs that come from other servers and from models: read by the threads of the product, started by this process. */
export function foreignInputs(): Work[] {
  const mail = Buffer.from(`From: a@example.com\nTo: b@example.com\nSubject: Large\n\n${repeat(sentence, 10 * mb)}`)
  const html = Buffer.from(
    `From: a@example.com\nTo: b@example.com\nSubject: Large\nContent-Type: text/html\n\n${repeat('<p>Words <b>of</b> a text.</p>\n', 2 * mb)}`,
  )
  const sitemap = Buffer.from(`<urlset>${repeat('<url><loc>https://example.com/a</loc></url>', 10 * mb)}</urlset>`)
  const calendar = `BEGIN:VCALENDAR\n${Array.from({ length: 1_500 }, (_, at) => eventAt(at)).join('')}END:VCALENDAR`
  const inAnswer = `<response><href>a</href><calendar-data>${calendar}</calendar-data></response>`
  const schema = { type: 'object', properties: { list: { type: 'array', uniqueItems: true } } }
  const answer = JSON.stringify({ list: Array.from({ length: 5_000 }, (_, at) => ({ at })) })
  const latin = Buffer.from(repeat('Müller, Straße. ', 4 * mb), 'latin1')
  const reader = (entry: string) => createThreadReader<object, unknown>(new URL(entry, modules), { heapMb: 384 })
  const readMail = reader('channels/inbound/mail-thread.ts')
  const asMail = (raw: Buffer) => () => readMail({ raw, accountId: null, authservId: '', refused: null })
  const readSitemap = reader('knowledge/sources/sitemap-thread.ts')
  const readCalendar = reader('integrations/connectors/productivity/caldav/calendar-thread.ts')
  const compare = reader('runs/outputs/output-thread.ts')
  return [
    { name: 'email of 10 MB, text', run: asMail(mail) },
    { name: 'email of 2 MB, HTML', run: asMail(html) },
    { name: 'sitemap of 10 MB', run: () => readSitemap({ bytes: sitemap, most: 500 }) },
    { name: 'calendar of 210 KB with 1,500 series', run: () => readCalendar({ answer: inAnswer, window }) },
    { name: 'answer of 5,000 objects against a schema', run: () => compare({ schema, text: answer }) },
    { name: 'answer of a service of 4 MB, charset unknown', run: async () => decodeText(latin) },
  ]
}
