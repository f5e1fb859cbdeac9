import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../../testing/deep.ts'
import { readMail } from '../inbound/read-mail.ts'
import { htmlToText } from './html-to-text.ts'

const head =
  'From: Ida <ida@kunde.example>\r\nTo: hello@shop.example\r\nSubject: x\r\nMessage-ID: <m1@kunde.example>\r\nMIME-Version: 1.0\r\n'
const read = (rest: string | Buffer) => readMail(Buffer.concat([Buffer.from(head), Buffer.from(rest)]), null)
const textOf = async (rest: string | Buffer) => (await read(rest)).item.text
const part = (headers: string, body: string) => `${headers}\r\n\r\n${body}\r\n`
const multipart = (kind: string, mark: string, ...parts: string[]) =>
  part(`Content-Type: multipart/${kind}; boundary="${mark}"`, `${parts.map((each) => `--${mark}\r\n${each}`).join('')}--${mark}--`)
const plain = (body: string) => part('Content-Type: text/plain; charset=utf-8', body)
const html = (body: string) => part('Content-Type: text/html; charset=utf-8', body)

describe('text of any part', () => {
  test.each([
    ['HTML alone in an alternative', multipart('alternative', 'a', html('<p>Send the invoice</p>'))],
    [
      'HTML in mixed, related, alternative',
      multipart('mixed', 'a', multipart('related', 'b', multipart('alternative', 'c', html('<p>Send the invoice</p>')))),
    ],
    ['an empty plain version', multipart('alternative', 'a', plain(' '), html('<p>Send the invoice</p>'))],
    [
      'a plain version with the same words',
      multipart('alternative', 'a', plain('Send the invoice'), html('<b>Send</b> the <i>invoice</i>')),
    ],
    ['a boundary that never comes', part('Content-Type: multipart/mixed; boundary="z"', 'Send the invoice')],
    ['no last boundary', multipart('mixed', 'a', plain('Send the invoice')).replace('--a--', '')],
    ['no header of a part', multipart('mixed', 'a', '\r\nSend the invoice\r\n')],
  ])('%s', async (_name, mail) => expect((await textOf(mail)).trim()).toBe('Send the invoice'))

  test('a plain version that says less than the HTML hides nothing', async () => {
    const text = await textOf(multipart('alternative', 'a', plain('Your program cannot show this.'), html('<p>Order 7 arrived wet.</p>')))
    expect(text).toContain('Order 7 arrived wet.')
  })

  test('several texts and an inline picture between them stay in order', async () => {
    const picture = part(
      'Content-Type: image/png; name="a.png"\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64',
      'iVBORw0KGgo=',
    )
    const { item, attachments } = await read(multipart('mixed', 'a', plain('above'), picture, html('<p>below</p>')))
    expect([item.text, attachments.map(({ name }) => name)]).toEqual(['above\n\nbelow', ['a.png']])
  })

  test('a forwarded email keeps its head, text and files', async () => {
    const inner = `From: Third <third@else.example>\r\nSubject: =?utf-8?q?Sch=C3=A4den?=\r\n${multipart('mixed', 'i', html('<p>Pallet 7</p>'), part('Content-Type: text/csv; name="l.csv"', '1;2'))}`
    const { item, attachments } = await read(multipart('mixed', 'a', plain('See below.'), part('Content-Type: message/rfc822', inner)))
    expect(item.text).toBe('See below.\n\nFrom: Third <third@else.example>\nSubject: Schäden\n\nPallet 7')
    expect(attachments.map(({ name }) => name)).toEqual(['l.csv'])
  })

  test('calendars and contact cards are files, an email with nothing else has no text', async () => {
    const { item, attachments } = await read(
      multipart(
        'mixed',
        'a',
        part('Content-Type: text/calendar; method=REQUEST', 'BEGIN:VCALENDAR'),
        part('Content-Type: text/vcard', 'BEGIN:VCARD'),
      ),
    )
    expect([item.kind, item.text, attachments.map(({ name }) => name)]).toEqual(['message', '', ['invitation.ics', 'contact.vcf']])
  })

  test('a forwarded delivery report is a message, not a bounce', async () => {
    const report = multipart(
      'report; report-type=delivery-status',
      'r',
      part(
        'Content-Type: message/delivery-status',
        'Reporting-MTA: dns; a\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1',
      ),
    )
    const { item } = await read(
      multipart('mixed', 'a', plain('What is this?'), part('Content-Type: message/rfc822', `Subject: Undelivered\r\n${report}`)),
    )
    expect([item.kind, item.text.startsWith('What is this?')]).toEqual(['message', true])
  })
})

describe('charsets', () => {
  const bytes = (type: string, body: Buffer) =>
    Buffer.concat([Buffer.from(`Content-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`), body])
  test.each([
    ['iso-2022-jp', 'text/plain; charset=iso-2022-jp', Buffer.from('1b2442467c4b5c1b2842', 'hex'), '日本'],
    ['iso-2022-jp, undeclared', 'text/plain', Buffer.from('1b2442467c4b5c1b2842', 'hex'), '日本'],
    ['shift_jis', 'text/plain; charset=Shift_JIS', Buffer.from('93fa967b', 'hex'), '日本'],
    ['windows-1251', 'text/plain; charset=windows-1251', Buffer.from('cff0e8e2e5f2', 'hex'), 'Привет'],
    ['koi8-r', 'text/plain; charset="koi8-r"', Buffer.from('f0d2c9d7c5d4', 'hex'), 'Привет'],
    ['gb18030 called gb2312', 'text/plain; charset=gb2312', Buffer.from('c4e3bac3', 'hex'), '你好'],
    ['UTF-8 called us-ascii', 'text/plain; charset=us-ascii', Buffer.from('Größe'), 'Größe'],
    ['UTF-8 called iso-8859-1', 'text/plain; charset=iso-8859-1', Buffer.from('Größe'), 'Größe'],
    ['Latin text called UTF-8', 'text/plain; charset=utf-8', Buffer.from('Größe', 'latin1'), 'Größe'],
    ['8bit without a charset', 'text/plain', Buffer.from('Größe', 'latin1'), 'Größe'],
    ['a charset without a meaning', 'text/plain; charset=unknown-8bit', Buffer.from('Größe'), 'Größe'],
    ['the header before the meta element', 'text/html; charset=utf-8', Buffer.from('<meta charset=iso-8859-1><p>Größe</p>'), 'Größe'],
    [
      'the meta element without a header',
      'text/html',
      Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), Buffer.from('cff0e8e2e5f2', 'hex')]),
      'Привет',
    ],
  ])('%s', async (_name, type, body, expected) => expect(await textOf(bytes(type, body))).toBe(expected))

  test('UTF-7 is refused by name and kept as a file', async () => {
    const { item, attachments } = await read('Content-Type: text/plain; charset=utf-7\r\n\r\nGr+APY-e\r\n')
    expect(item.text).toContain('charset "utf-7", which cannot be read')
    expect(attachments.map(({ content }) => content.toString().trim())).toEqual(['Gr+APY-e'])
  })

  test.each([
    ['a letter cut in two words', '=?utf-8?b?w4TDlg==?= =?utf-8?b?w5w=?=', 'ÄÖÜ'],
    ['a letter cut between two words', '=?utf-8?q?=C3?= =?utf-8?q?=A4?=', 'ä'],
    ['another charset beside it', '=?iso-8859-1?q?=E4?= =?utf-8?q?_b?=', 'ä b'],
    ['a word of a charset that nobody knows', '=?x-none?q?abc=E4?=', '=?x-none?q?abc=E4?='],
  ])('subject with %s', async (_name, subject, expected) => {
    const { item } = await readMail(Buffer.from(`From: a@b.example\r\nSubject: ${subject}\r\n\r\nx`), null)
    expect(item.subject).toBe(expected)
  })
})

describe('HTML', () => {
  test.each([
    [
      'rows and cells',
      '<table><tr><td>2</td><td>Blue jacket</td><td>49.00</td></tr><tr><td>1</td><td>Red hat</td><td>9.00</td></tr></table>',
      '2 | Blue jacket | 49.00\n1 | Red hat | 9.00',
    ],
    ['an empty cell', '<table><tr><td>a</td><td></td><td>c</td></tr></table>', 'a |  | c'],
    [
      'a table of Outlook with a cell of two lines and an empty one',
      '<table><tr><td><p>Pos</p></td><td><p>Item</p></td><td><p>Qty</p></td></tr><tr><td><p>1</p></td><td><p>Hat</p><p>red</p></td><td><p>20</p></td></tr><tr><td></td><td></td><td><p>25</p></td></tr></table>',
      'Pos | Item | Qty\n1 | Hat red | 20\n |  | 25',
    ],
    ['a cell over two rows', '<table><tr><td rowspan=2>May</td><td>1</td></tr><tr><td>2</td></tr></table>', 'May | 1\nMay | 2'],
    ['an old price', '<p>Price <del>100</del> 80</p>', 'Price ~~100~~ 80'],
    ['struck words and none', '<p>a<s> </s>b <s><del>c </del></s>d</p>', 'a b ~~c~~ d'],
    ['ticked boxes', '<p><input type="checkbox" checked> yes <input type="checkbox"> no</p>', '☒ yes ☐ no'],
    ['numbers of a list', '<ol type="a"><li>x</li><li value="9">y</li></ol>', 'a. x\ni. y'],
    ['a table for layout', '<table><tr><td><p>One</p><p>Two</p></td><td>Three</td></tr></table>', 'One\n\nTwo\nThree'],
    ['paragraphs, breaks, headings in their case', '<h1>New Order</h1><p>a<br>b</p><div>c</div>', 'New Order\n\na\nb\n\nc'],
    ['lists', '<ul><li>a<li>b</ul><ol start=3><li>c</ol>', '- a\n- b\n\n3. c'],
    ['links', '<a href="https://a.example/x">here</a> <a href="https://a.example">a.example</a>', 'here [https://a.example/x] a.example'],
    ['quotations', '<div>Yes</div><blockquote>one<blockquote>two</blockquote></blockquote>', 'Yes\n\n> one\n>\n>> two'],
    ['pre', '<pre>a  b\n c</pre>', 'a  b\n c'],
    ['words of pictures, but no file names', '<img alt="Logo of us"><img alt="image001.png">x', '[Logo of us] x'],
    ['raised digits', '<p>19<sup>99</sup> euros for 10<sup>6</sup></p>', '19⁹⁹ euros for 10⁶'],
    ['a head that is not closed', '<html><head><title>t</title><style>p{}</style><p>Cancel order 7', 'Cancel order 7'],
    ['no styles and titles', '<head><title>t</title><style>p{}</style></head><p>x</p>', 'x'],
  ])('%s', (_name, source, expected) => expect(htmlToText(source)).toBe(expected))
})

describe('format=flowed (RFC 3676)', () => {
  const flowed = (body: string) => textOf(`Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n${body}\r\n`)
  test('joins soft breaks, and no lines of different depth', async () => {
    expect(await flowed('> a quoted \r\n> paragraph \r\n>> deeper\r\nmy own \r\nwords\r\n-- \r\nJo')).toBe(
      '> a quoted paragraph\n>> deeper\nmy own words\n-- \nJo',
    )
  })
  test('a stuffed line that begins with > is text', async () => expect(await flowed('x\r\n >From here')).toBe('x\n>From here'))
})

/** One text in the ways in which programs write a part: type, charset, transfer encoding, line ends. */
const leafKinds: Record<string, (word: string) => string> = {
  plain: (word) => plain(`${word}\r\n> ${word}q\r\n`),
  'HTML in a table': (word) => html(`<table><tr><td>${word}</td><td><p>${word}q</p></td></tr></table>`),
  'HTML in lists and quotations': (word) => html(`<blockquote><ul><li>${word}</li></ul></blockquote><dl><dt>${word}q</dt></dl>`),
  base64: (word) =>
    part(
      'Content-Type: text/plain; charset=utf-16le\r\nContent-Transfer-Encoding: BASE64',
      Buffer.from(`${word} ${word}q`, 'utf16le').toString('base64'),
    ),
  printable: (word) =>
    part(
      'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
      `<p>${word.replace('w', '=77')} =\r\n${word}q</p>`,
    ),
  flowed: (word) => part('Content-Type: text/plain; format=flowed; delsp=yes', `>${word} \r\n>>${word}q \r\nend`),
  enriched: (word) => part('Content-Type: text/enriched', `<bold>${word}</bold> ${word}q`),
  'a name and inline': (word) => part('Content-Type: text/plain; name="a.txt"\r\nContent-Disposition: inline', `${word} ${word}q`),
  'no header': (word) => `\r\n${word} ${word}q\r\n`,
  'a type of no form': (word) => part('Content-Type: text', `${word} ${word}q`),
  'an email without parts': (word) => part('Content-Type: message/rfc822', `Subject: ${word}\r\n\r\n${word}q`),
  'Unix line ends': (word) => `Content-Type: text/plain\n\n${word}\n${word}q\n`,
}

test('no tree of parts loses a word that stands in one of its texts, or around its parts', async () => {
  const word = fc.integer({ min: 1, max: 9_999 }).map((number) => `word${number}`)
  const leaf = fc.tuple(word, fc.constantFrom(...Object.keys(leafKinds))).map(([each, kind]) => ({
    words: [each, `${each}q`],
    source: leafKinds[kind]?.(each) ?? '',
  }))
  let marks = 0
  const { tree } = fc.letrec<{ tree: { words: string[]; source: string } }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc
        .record({
          kind: fc.constantFrom('mixed', 'related', 'alternative', 'signed', 'report', 'digest', 'parallel', 'unknown'),
          parts: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
          around: fc.array(word, { maxLength: 2 }),
          isCut: fc.boolean(),
        })
        .map(({ kind, parts, around: [before, after], isCut }) => {
          const mark = `m${(marks += 1)}x`
          const bodies = parts.map((each) => (kind === 'digest' ? part('Content-Type: message/rfc822', each.source) : each.source))
          // A multipart that ends without its last boundary has nothing after its parts.
          const end = isCut ? '' : `--${mark}--\r\n${after ?? ''}\r\n`
          const body = `${before === undefined ? '' : `${before}\r\n`}${bodies.map((each) => `--${mark}\r\n${each}\r\n`).join('')}${end}`
          return {
            words: [...parts.flatMap((each) => each.words), ...[before, isCut ? undefined : after].filter((each) => each !== undefined)],
            source: part(`Content-Type: multipart/${kind}; boundary="${mark}"`, body),
          }
        }),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(tree, async ({ words: all, source }) => {
      const found = new Set((await textOf(source)).match(/word\d+q?/g))
      expect(all.filter((each) => !found.has(each))).toEqual([])
    }),
    { numRuns: rounds(200) },
  )
})

test('lines stay apart where the style of HTML keeps them', () => {
  const pasted = '<div style="margin:0; white-space: pre-wrap">Line 1\nLine 2\n\n<b>Line 3\nLine 4</b></div>'
  expect(htmlToText(pasted)).toBe('Line 1\nLine 2\n\nLine 3\nLine 4')
  expect(htmlToText(`${pasted}<p>one\nparagraph</p><p style="white-space:nowrap">and\nanother</p>`)).toBe(
    'Line 1\nLine 2\n\nLine 3\nLine 4\n\none paragraph\n\nand another',
  )
  const table = '<body style="white-space:pre-wrap">\n<table>\n<tr>\n<td>Hat</td>\n<td>2</td>\n</tr>\n</table>\n</body>'
  expect(htmlToText(table)).toBe('Hat | 2')
})
