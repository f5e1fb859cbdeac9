import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { act, connectionOf, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { signHeaders, signQuery } from '../../../../platform/signed-http/aws-signature.ts'
import { readFeedSafely } from './read-feed-safely.ts'
import { rss } from './rss.ts'
import { s3 } from './s3.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Acme &amp; Co</title><link>https://acme.example</link>
<item><title><![CDATA[Spring <news>]]></title><link>https://acme.example/2</link><guid isPermaLink="false">p2</guid><pubDate>Tue, 24 Nov 2026 10:00:00 GMT</pubDate><dc:creator>Ada</dc:creator><description>It&#39;s here</description></item>
<item><title>Old</title><link>https://acme.example/1</link></item></channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Acme</title><entry><title>One</title><link rel="edit" href="https://acme.example/edit"/>
<link rel="alternate" href="https://acme.example/1?a=1&amp;b=2"/><id>urn:1</id><updated>2026-11-24T10:00:00Z</updated><author><name>Ada</name></author><summary>New</summary></entry></feed>`

describe('RSS', () => {
  const feedUrl = 'https://acme.example/feed.xml'
  const fields = { feedUrl }
  const spring = {
    id: 'p2',
    title: 'Spring <news>',
    link: 'https://acme.example/2',
    date: 'Tue, 24 Nov 2026 10:00:00 GMT',
    author: 'Ada',
    summary: "It's here",
  }
  testConnector(() => stub, {
    connector: rss,
    fields,
    check: { answer: { body: feed }, account: 'Acme & Co', sent: `GET ${feedUrl}` },
    refused: { status: 200, body: '<html><p>Hello</p></html>', message: 'There is no feed at this address' },
    actions: {
      read_feed: {
        input: { limit: 1 },
        answers: [{ body: feed }],
        output: { title: 'Acme & Co', items: [spring] },
        sent: `GET ${feedUrl}`,
      },
    },
    polls: { new_entry: { answers: [{ body: feed }], ids: ['p2', 'https://acme.example/1'], cursor: null, sent: `GET ${feedUrl}` } },
  })
  test('reads a broken feed in no time', async () => {
    const parts = ['<item><title>', '<![CDATA[', '<link a=', '<item ', '<author><name>']
    stub.respond({ body: `<rss><channel><item>${parts.map((part) => part.repeat(20_000)).join('')}</item></channel></rss>` })
    expect(await act(stub, connectionOf(rss, fields), 'read_feed', {})).toMatchObject({ title: '' })
  })
  test('reads a feed of nothing but entities away from the event loop', async () => {
    const xml = `<rss><channel><title>Acme</title><item><title>One</title><description>${'&lt;'.repeat(1_000_000)}</description></item></channel></rss>`
    await readFeedSafely('<rss></rss>')
    const began = process.threadCpuUsage()
    const { items } = await readFeedSafely(xml)
    const { user, system } = process.threadCpuUsage(began)
    expect(items).toMatchObject([{ title: 'One', summary: '<'.repeat(1_000_000) }])
    expect((user + system) / 1_000).toBeLessThan(100)
  })
  test('reads Atom', async () => {
    stub.respond({ body: atom })
    expect(await act(stub, connectionOf(rss, fields), 'read_feed', {})).toEqual({
      title: 'Acme',
      items: [
        { id: 'urn:1', title: 'One', link: 'https://acme.example/1?a=1&b=2', date: '2026-11-24T10:00:00Z', author: 'Ada', summary: 'New' },
      ],
    })
  })
})

// Examples of the documentation: "Authenticating Requests (AWS Signature Version 4)".
describe('AWS signatures', () => {
  const key = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
  const request = { method: 'GET', host: 'examplebucket.s3.amazonaws.com', now: new Date('2013-05-24T00:00:00Z') }
  test('of headers', () => {
    const { authorization } = signHeaders(key, { ...request, path: '/', query: { prefix: 'J', 'max-keys': '2' } })
    expect(authorization).toContain('Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
  })
  test('of an address', () => {
    const query = signQuery(key, { ...request, path: '/test.txt' }, 86_400)
    expect(query).toContain('X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404')
  })
})

describe('S3', () => {
  const fields = { accessKeyId: 'AKIA1', apiKey: 'secret-key', endpoint: 'https://s3.example.com', region: 'eu-central-1', bucket: 'acme' }
  const bucket = 'https://s3.example.com/acme'
  const listed =
    '<ListBucketResult><Contents><Key>a &amp; b.csv</Key><LastModified>2026-11-24T10:00:00.000Z</LastModified><Size>9</Size></Contents></ListBucketResult>'
  testConnector(() => stub, {
    connector: s3,
    fields,
    check: { answer: { body: listed }, account: 'acme', sent: `GET ${bucket}`, query: { 'list-type': '2' } },
    refused: {
      status: 403,
      body: '<Error><Code>SignatureDoesNotMatch</Code><Message>The request signature does not match.</Message></Error>',
      message: '403: The request signature',
    },
    actions: {
      put_file: {
        input: { key: 'reports/a b.csv', content: 'name', contentType: 'text/csv' },
        answers: [{ headers: { etag: '"e1"' }, body: '' }],
        output: { key: 'reports/a b.csv', etag: '"e1"' },
        sent: `PUT ${bucket}/reports/a%20b.csv`,
        body: 'name',
        headers: { 'content-type': 'text/csv' },
      },
      get_file: {
        input: { key: 'a.txt' },
        answers: [{ body: 'name' }],
        output: { key: 'a.txt', type: 'text/plain', content: 'name' },
        sent: `GET ${bucket}/a.txt`,
      },
      list_files: {
        input: { prefix: 'a b' },
        answers: [{ body: listed }],
        output: [{ key: 'a & b.csv', size: 9, changedAt: '2026-11-24T10:00:00.000Z' }],
        sent: `GET ${bucket}`,
        query: { prefix: 'a b', 'max-keys': '100' },
      },
      delete_file: {
        input: { key: 'a.txt' },
        answers: [{ body: '' }],
        output: { key: 'a.txt', deleted: true },
        sent: `DELETE ${bucket}/a.txt`,
      },
      share_file: {
        input: { key: 'a.txt' },
        output: {
          url: expect.stringMatching(/^https:\/\/s3\.example\.com\/acme\/a\.txt\?X-Amz-.*X-Amz-Signature=[0-9a-f]{64}$/) as string,
        },
        sent: '',
      },
    },
  })
})
