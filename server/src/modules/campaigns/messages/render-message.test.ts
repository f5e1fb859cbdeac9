import { describe, expect, test } from 'vitest'
import { MessageContent, unknownVariables } from '@imperium/contract/campaigns/campaigns.ts'
import { linksOfTexts } from '@imperium/contract/channels/text-links.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { leadMarked, linksOf, liquidLinksOf, markLiquidLinks, rewriteLinks, textFromHtml } from './html-parts.ts'
import type { AgentTexts } from './agent-frame.ts'
import { PartError, compileMessage } from './render-message.ts'
import type { MessageSource, RecipientLinks } from './message-source.ts'

const ana: MessageContact = {
  id: '1',
  email: 'ana@example.com',
  phone: '+43123456789',
  emailHash: null,
  phoneHash: null,
  firstName: 'Ana',
  lastName: '<O"Neil>',
  name: 'Ana <O"Neil>',
  locale: 'de-AT',
  source: 'import',
  timeZone: null,
  tags: ['vip'],
  custom: {
    city: 'Graz',
    empty: '',
  },
  emailState: 'active',
}
const nameless: MessageContact = { ...ana, firstName: '', lastName: '', name: '', locale: null }
const links: RecipientLinks = {
  unsubscribeUrl: 'https://app.example.com/unsubscribe/t?a=1&b=2',
  preferencesUrl: 'https://app.example.com/preferences/t',
  openUrl: 'https://app.example.com/api/t/o/abc',
  clickUrl: (link) => `https://app.example.com/api/t/c/abc/${link}`,
  shortUrl: (link) => `https://app.example.com/l/abc${link}`,
}
const source = (content: object, change: Partial<MessageSource> = {}): MessageSource => ({
  channel: 'email',
  content: MessageContent.parse(content),
  campaignName: 'Spring',
  purpose: 'marketing',
  footer: {
    text: 'You know us.',
    organizationName: 'Org & Co',
    postalAddress: 'Org & Co, Street 1, Graz',
  },
  tracking: {
    opens: true,
    clicks: true,
  },
  links: linksOf(MessageContent.parse(content).html),
  ...change,
})
const mail = async (content: object, contact = ana, change: Partial<MessageSource> = {}, given = links) => {
  const rendering = (await compileMessage(source(content, change))).render(contact, given)
  if (!rendering.ok || rendering.message.channel !== 'email') throw new Error(JSON.stringify(rendering))
  return rendering.message
}
const problem = async (content: object, contact = ana, change: Partial<MessageSource> = {}) => {
  const rendering = (await compileMessage(source(content, change))).render(contact, links)
  return rendering.ok ? null : rendering.problem
}

describe('a mail', () => {
  test('escapes in HTML, not in subject and text; makes the text part from the HTML', async () => {
    const { subject, html, text } = await mail({
      subject: 'Hi {{ name }}',
      html: '<body><h1>Hi {{ name }}</h1><p>From <b>{{ custom.city }}</b></p></body>',
    })
    expect(subject).toBe('Hi Ana <O"Neil>')
    expect(html).toContain('<h1>Hi Ana &lt;O&#34;Neil&gt;</h1>')
    expect(text).toMatch(/^Hi Ana <O"Neil>\nFrom Graz\n\n--\n/)
  })

  test('every field of a contact is a variable', async () => {
    const fields = ['name', 'first_name', 'last_name', 'email', 'phone', 'locale', 'time_zone', 'source', 'tags[0]', 'custom.city']
    const { subject } = await mail({ subject: fields.map((each) => `{{ ${each} }}`).join('|') }, { ...ana, timeZone: 'Europe/Vienna' })
    const { name, firstName, lastName, email, phone, locale, source: from, custom } = ana
    expect(subject).toBe([name, firstName, lastName, email, phone, locale, 'Europe/Vienna', from, 'vip', custom['city']].join('|'))
    expect(unknownVariables(fields.map((each) => each.replace(/[.[].*/, '')))).toEqual([])
  })

  test('a field that breaks lines does not break the subject', async () => {
    const { subject } = await mail(
      { subject: 'For {{ custom.city }}', text: 'x' },
      { ...ana, custom: { city: 'Graz\r\nBcc: all@example.com' } },
    )
    expect(subject).toBe('For Graz Bcc: all@example.com')
  })

  test('tracks fixed links, but not unsubscribe links, links made by Liquid or other schemes', async () => {
    const html =
      '<body><a href="https://shop.example.com/a?x=1&amp;y=2">A</a><a class=b href=\'https://shop.example.com/b\'>B</a>' +
      '<a href="{{ unsubscribe_url }}">U</a><a href="https://x.example.com/{{ custom.city }}">C</a><a href="mailto:a@example.com">M</a>' +
      '<a href="https://shop.example.com/b">again</a></body>'
    expect(linksOf(html)).toEqual(['https://shop.example.com/a?x=1&y=2', 'https://shop.example.com/b'])
    const led = (await mail({ subject: 's', html })).html ?? ''
    expect(led.match(/\/api\/t\/c\/abc\/\d/g)).toEqual(['/api/t/c/abc/1', '/api/t/c/abc/2', '/api/t/c/abc/2'])
    for (const kept of ['unsubscribe/t?a=1&amp;b=2', 'https://x.example.com/Graz', 'mailto:a@example.com']) expect(led).toContain(kept)
    const straight = (await mail({ subject: 's', html }, ana, { tracking: { opens: false, clicks: false } })).html ?? ''
    expect(straight).toContain('https://shop.example.com/a?x=1&amp;y=2')
    expect(straight).not.toContain('/api/t/')
    const off = (await mail({ subject: 's', html }, ana, {}, { ...links, openUrl: null, clickUrl: null })).html ?? ''
    expect(off).toContain('https://shop.example.com/a?x=1&amp;y=2')
    expect(off).not.toContain('/api/t/')
  })

  test('tracks links made by Liquid with their address, where they are web addresses', async () => {
    const html =
      '<a href="https://x.example.com/?u={{ email }}&amp;c={{ custom.city }}">A</a><a class=b href=\'{{ custom.link }}\'>B</a><a href="{{ custom.mail }}">C</a>' +
      '<a href="mailto:{{ email }}">D</a><a href="{{ unsubscribe_url }}">E</a>'
    const made = [...linksOf(html), ...liquidLinksOf(html)]
    expect(made).toEqual(['https://x.example.com/?u={{ email }}&amp;c={{ custom.city }}', '{{ custom.link }}', '{{ custom.mail }}'])
    const contact = { ...ana, custom: { city: 'G&"z', link: 'https://y.example.com/1', mail: 'javascript:alert(1)' } }
    const clickUrl = (link: number, address?: string) => `https://app.example.com/c/${link}?u=${address ?? ''}&s=1`
    const led = (await mail({ subject: 's', html }, contact, { links: made }, { ...links, clickUrl })).html
    expect(led).toContain(`<a href="https://app.example.com/c/1?u=https://x.example.com/?u=${ana.email}&amp;c=G&amp;&#34;z&amp;s=1">A</a>`)
    expect(led).toContain('<a class=b href="https://app.example.com/c/2?u=https://y.example.com/1&amp;s=1">B</a>')
    expect(led).toContain('<a href="javascript:alert(1)">C</a>')
    expect(led).toContain(`<a href="mailto:${ana.email}">D</a>`)
    expect(led).not.toMatch(/[\uE000-\uE004]/)
    const straight = (await mail({ subject: 's', html }, contact, { links: made }, { ...links, clickUrl: null })).html
    expect(straight).toContain(`<a href="https://x.example.com/?u=${ana.email}&amp;c=G&amp;&#34;z">A</a>`)
    expect(straight).not.toMatch(/[\uE000-\uE004]/)
  })

  test('adds what the law requires where the template lacks it, in the language of the recipient', async () => {
    const { html, text } = await mail({ subject: 's', html: '<html><body>Words</body></html>' })
    for (const texts of ['You know us.', 'Org &amp; Co, Street 1, Graz', '>Abmelden</a>', 'unsubscribe/t?a=1&amp;b=2', '/api/t/o/abc'])
      expect(html).toContain(texts)
    expect(html?.endsWith('</body></html>')).toBe(true)
    expect(text).toBe('Words\n\n--\nYou know us.\nOrg & Co, Street 1, Graz\nAbmelden: https://app.example.com/unsubscribe/t?a=1&b=2\n')
    const own = await mail({ subject: 's', html: '<a href="{{unsubscribe_url}}">Out</a> {{ organization.address }}' })
    expect(own.html?.match(/unsubscribe\/t/g)).toHaveLength(1)
    expect(own.html?.match(/Street 1/g)).toHaveLength(1)
  })

  test('without HTML it is a mail of text, and the preheader opens the HTML', async () => {
    expect((await mail({ subject: 's', text: 'Only text' })).html).toBeNull()
    const { html } = await mail({ subject: 's', preheader: 'For {{ first_name }} & you', html: '<body class="x">Words</body>' })
    expect(html).toMatch(/^<body class="x"><div style="display:none[^>]*>For Ana &amp; you<\/div>Words/)
  })

  test('a field without value and without default is a problem that names it; with a default it is none', async () => {
    expect(await problem({ subject: 'Hi {{ first_name }}', text: 'x' }, nameless)).toMatchObject({
      kind: 'missing_field',
      field: 'first_name',
      part: 'subject',
    })
    expect(await problem({ subject: 's', text: '{{ custom.empty }}' })).toMatchObject({ kind: 'missing_field', field: 'custom.empty' })
    expect(await problem({ subject: 'Hi {{ first_name | default: "you" }}', text: 'x' }, nameless)).toBeNull()
    expect(await problem({ subject: '{% if first_name %}Hi{% endif %}', text: 'x' }, nameless)).toMatchObject({
      kind: 'rendering_error',
      part: 'subject',
    })
  })

  test('locates syntax errors', async () => {
    const fault = await compileMessage(source({ subject: 's', html: '<p>\n{% if %}' })).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(PartError)
    expect(fault).toMatchObject({ part: 'html', fault: { kind: 'syntax', line: 2, column: 6 } })
  })
})

describe('a text', () => {
  const shop = 'https://shop.example.com/a'
  const text = async (content: object, change: Partial<MessageSource> = {}, given = links) => {
    const full = MessageContent.parse(content)
    const channel = change.channel ?? 'sms'
    const rendering = (await compileMessage(source(content, { channel, links: linksOfTexts(channel, [full]), ...change }))).render(
      ana,
      given,
    )
    if (!rendering.ok || rendering.message.channel !== channel) throw new Error(JSON.stringify(rendering))
    return rendering.message
  }

  test('replaces fixed addresses by short links, whatever Liquid does around them', async () => {
    const content = {
      text: `Hi {{ first_name }}: ${shop}. https://x.example.com/{{ custom.city }} {% raw %} ${shop} {% endraw %}{% capture x %} https://b.example.com {% endcapture %}{{ x | upcase }}STOP`,
    }
    expect(await text(content)).toEqual({
      channel: 'sms',
      text: 'Hi Ana: https://app.example.com/l/abc1. https://x.example.com/Graz  https://app.example.com/l/abc1  https://app.example.com/l/abc2 STOP',
    })
    const straight = {
      channel: 'sms',
      text: `Hi Ana: ${shop}. https://x.example.com/Graz  ${shop}  https://b.example.com STOP`,
    }
    expect(await text(content, {}, { ...links, shortUrl: null })).toEqual(straight)
    const untracked = await text(content, { tracking: { opens: true, clicks: false } })
    expect(untracked).toEqual({ ...straight, text: straight.text.replace('https://b.example.com', 'HTTPS://B.EXAMPLE.COM') })
    // Versions from before short links have an empty table.
    expect(await text(content, { links: [] })).toEqual(untracked)
  })

  test('does not let a field forge a short link or reveal the link table', async () => {
    const given = { ...ana, firstName: '\uE0021\uE003\uE0029\uE003\uE002' }
    const compiled = await compileMessage(source({ text: `{{ first_name }} ${shop} STOP` }, { channel: 'sms', links: [shop] }))
    expect(compiled.render(given, links)).toMatchObject({
      message: { text: 'https://app.example.com/l/abc1 https://app.example.com/l/abc1 STOP' },
    })
  })

  test("tracks links in WhatsApp free text and template variables; keeps the agent's text, not its frame, unchanged", async () => {
    expect(await text({ text: `See ${shop}` }, { channel: 'whatsapp' })).toMatchObject({ text: 'See https://app.example.com/l/abc1' })
    const template = { whatsappTemplateId: '01900000-0000-7000-8000-000000000001', whatsappVariables: ['{{ first_name }}', shop] }
    expect(await text(template, { channel: 'whatsapp' })).toMatchObject({ variables: ['Ana', 'https://app.example.com/l/abc1'] })
    const frame = source({ text: `{{ agent_text }} ${shop} STOP` }, { channel: 'sms', byAgent: true, links: [shop] })
    expect((await compileMessage(frame)).render(ana, links, { subject: '', body: `Look: ${shop}` })).toMatchObject({
      message: { text: `Look: ${shop} https://app.example.com/l/abc1 STOP` },
    })
  })

  test('reports a syntax error at the position where it was written', async () => {
    const fault = await compileMessage(source({ text: `${shop} {% if %}` }, { channel: 'sms', links: [shop] })).catch(
      (error: unknown) => error,
    )
    expect(fault).toMatchObject({ part: 'text', fault: { line: 1, column: shop.length + 7 } })
  })
})

describe('agent texts', () => {
  const texts = { subject: 'For {{ you }}', body: 'Dear Ana <b>,\nsee https://shop.example.com/a?x=1&y=2.\n\n{{ email }} & more' }
  const written = async (
    content: object,
    { channel = 'email', given = texts }: { channel?: MessageSource['channel']; given?: AgentTexts } = {},
  ) => {
    const rendering = (await compileMessage(source(content, { channel, byAgent: true }))).render(ana, links, given)
    if (!rendering.ok) throw new Error(JSON.stringify(rendering))
    return rendering.message
  }

  test('replaces the placeholder in the design, escaped, with links, footer, preheader and tracking pixel', async () => {
    const message = await written({
      subject: 'Pattern',
      preheader: 'Soon',
      html: '<body><h1>Logo</h1>{{ agent_text }}<a href="https://shop.example.com">Shop</a></body>',
    })
    if (message.channel !== 'email') throw new Error('no mail')
    const { subject, html, text } = message
    expect(subject).toBe('For {{ you }}')
    expect(html).toContain(
      '<h1>Logo</h1><p style="margin:0 0 16px">Dear Ana &lt;b&gt;,<br>see <a href="https://shop.example.com/a?x=1&amp;y=2" style="color:inherit">' +
        'https://shop.example.com/a?x=1&amp;y=2</a>.</p><p style="margin:0 0 16px">{{ email }} &amp; more</p><a href="https://app.example.com/api/t/c/abc/1">',
    )
    for (const part of ['>Soon</div>', 'You know us.', '>Abmelden</a>', '/api/t/o/abc']) expect(html).toContain(part)
    expect(text).toMatch(/^Dear Ana <b>,\nsee https:\S+\n\n\{\{ email \}\} & more\n\n--\nYou know us\./)
  })

  test('tracks its links, each with its address', async () => {
    const clickUrl = (link: number, address?: string) => `https://app.example.com/c/${link}/${address ?? ''}`
    const change = { byAgent: true, links: ['https://shop.example.com', '{{ agent_link.url }}'] }
    const compiled = await compileMessage(source({ subject: 's' }, change))
    expect(compiled.render(ana, { ...links, clickUrl }, texts)).toMatchObject({
      message: { html: expect.stringContaining('<a href="https://app.example.com/c/2/https://shop.example.com/a?x=1&amp;y=2"') as string },
    })
  })

  test('uses a plain design without a placeholder, and the subject pattern where the agent wrote no subject', async () => {
    const message = await written(
      { subject: 'Hi {{ first_name }}', html: '<p>Pattern</p>', text: 'Pattern' },
      { given: { ...texts, subject: '' } },
    )
    if (message.channel !== 'email') throw new Error('no mail')
    expect(message.subject).toBe('Hi Ana')
    expect(`${message.html}${message.text}`).not.toContain('Pattern')
    for (const part of ['Dear Ana &lt;b&gt;,<br>', 'You know us.', '/api/t/o/abc']) expect(message.html).toContain(part)
  })

  test('goes into JSON, into the variables of a WhatsApp template on one line, and into a text message', async () => {
    const given = { subject: '', body: 'A "quote"\nand more' }
    expect(await written({ text: '{"text": "{{ agent_text }}"}' }, { channel: 'webhook', given })).toEqual({
      channel: 'webhook',
      body: '{"text": "A \\"quote\\"\\nand more"}',
    })
    const template = {
      text: 'left over',
      whatsappTemplateId: '01900000-0000-7000-8000-000000000001',
      whatsappVariables: ['{{ first_name }}', '{{ agent_text }}'],
    }
    expect(await written(template, { channel: 'whatsapp', given })).toEqual({
      channel: 'whatsapp',
      text: '',
      shown: '',
      variables: ['Ana', 'A "quote" and more'],
    })
    const bodies = new Map([[template.whatsappTemplateId, 'Hi {{1}}, {{ 2 }}. {{3}}']])
    const filled = await compileMessage(source(template, { channel: 'whatsapp', templateBodies: bodies, byAgent: true }))
    expect(filled.render(ana, links, given)).toMatchObject({ message: { shown: 'Hi Ana, A "quote" and more. {{3}}' } })
    expect(await written({ text: 'Pattern STOP' }, { channel: 'sms', given })).toEqual({
      channel: 'sms',
      text: 'A "quote"\nand more Abmelden: Antwort mit STOP.',
    })
    expect(await written({ text: '' }, { channel: 'sms', given: { subject: '', body: 'Reply STOP to end' } })).toMatchObject({
      text: 'Reply STOP to end',
    })
  })

  test('shows a stand-in before the agent has written', async () => {
    const rendering = (await compileMessage(source({ html: '<p>{{ agent_text }}</p>' }, { byAgent: true }))).render(ana, links)
    expect(rendering).toMatchObject({ ok: true, message: { subject: '[Subject by the agent]' } })
  })
})

describe('other channels', () => {
  const render = async (content: object, channel: MessageSource['channel']) =>
    (await compileMessage(source(content, { channel }))).render(ana, links)

  test('explains the opt-out in a text message', async () => {
    expect(await render({ text: 'Hi {{ first_name }}' }, 'sms')).toMatchObject({ message: { text: 'Hi Ana Abmelden: Antwort mit STOP.' } })
    const of = async (purpose: string) => (await compileMessage(source({ text: 'Hi' }, { channel: 'sms', purpose }))).render(ana, links)
    expect(await of('newsletter')).toMatchObject({ message: { text: 'Hi Abmelden: Antwort mit STOP.' } })
    expect(await of('transactional')).toMatchObject({ message: { text: 'Hi' } })
    expect(await render({ text: 'Hi. Text STOP to end.' }, 'sms')).toMatchObject({ message: { text: 'Hi. Text STOP to end.' } })
  })

  test('renders the body of a webhook as valid JSON whatever the fields contain', async () => {
    const body = await render(
      { text: '{"name": "{{ name }}", "vip": {% if tags contains "vip" %}true{% else %}false{% endif %}}' },
      'webhook',
    )
    expect(body).toMatchObject({ ok: true, message: { body: '{"name": "Ana <O\\"Neil>", "vip": true}' } })
    expect(await render({ text: '{"name": {{ name }}}' }, 'webhook')).toMatchObject({ ok: false, problem: { kind: 'rendering_error' } })
  })

  test('the variables of a WhatsApp template in order', async () => {
    expect(await render({ whatsappVariables: ['{{ first_name }}', '{{ custom.city }}'] }, 'whatsapp')).toMatchObject({
      message: { variables: ['Ana', 'Graz'], text: '' },
    })
    const whatsappTemplateId = '01900000-0000-7000-8000-000000000001'
    const whatsappVariables = ['{{ first_name }}', '{% if custom.city == "Wien" %}Prater{% endif %} ']
    expect(await render({ whatsappTemplateId, whatsappVariables }, 'whatsapp')).toMatchObject({
      ok: false,
      problem: { kind: 'missing_field', part: 'whatsappVariables', message: '{{2}} of the WhatsApp template has no value' },
    })
  })
})

describe('HTML', () => {
  test('as text', () => {
    expect(
      textFromHtml(
        '<head><title>T</title><style>p{}</style></head><!-- c --><h1>A &amp; B</h1><p>One<br>two</p><ul><li>x</li><li>y</li></ul><a href="https://e.example.com">Go</a>{{ a | default: "<b>" }}',
      ),
    ).toBe('A & B\nOne\ntwo\n\n- x\n- y\nGo (https://e.example.com){{ a | default: "<b>" }}')
  })

  // With a cost that grows by the square each of them takes longer than a test may.
  test.each(['<a ', '<!--', '<script', '<style>', '{{', '{%', '&#', '<a href="', '</p', '<li'])(
    'comes to an end with an input of nothing but %s',
    (piece) => {
      const broken = piece.repeat(500_000 / piece.length)
      expect(textFromHtml(broken).length).toBeLessThanOrEqual(broken.length)
      markLiquidLinks(broken, () => 1)
      leadMarked(`${broken}href="\uE0021\uE003`.repeat(2), () => 'x')
      expect(rewriteLinks(broken, () => 'x')).toBe(broken)
    },
  )
})
