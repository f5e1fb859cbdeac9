import { beforeAll, describe, expect, test } from 'vitest'
import { asOneTemplate, TemplateError, loadTemplates, templateLimits } from './liquid.ts'
import type { OutputKind, Templates } from './liquid.ts'

let templates: Templates
beforeAll(async () => {
  templates = await loadTemplates()
})

const scope = {
  first_name: 'Ana',
  odd: `<b>"O'Neil" & co</b>`,
  tags: ['vip', 'new'],
  custom: { city: 'Graz', points: 7 },
  organization: { name: 'Org' },
}
const render = (source: string, kind: OutputKind = 'text', given: object = scope) => templates.compile(source, kind).render(given)
const failure = (source: string, kind: OutputKind = 'text', given: object = scope): TemplateError => {
  try {
    const text = render(source, kind, given)
    throw new Error(`no failure, but ${text.slice(0, 100)}`)
  } catch (error) {
    if (error instanceof TemplateError) return error
    throw error
  }
}

describe('values', () => {
  test.each([
    ['Hello {{ first_name }} of {{ custom.city }}', 'Hello Ana of Graz'],
    ['{{ nickname | default: "friend" }}', 'friend'],
    ['{{ custom.plan | default: "free" }}', 'free'],
    ['{{ nobody.at.all | default: "-" }}', '-'],
    ['{% if custom.plan %}paid{% else %}free{% endif %}', 'free'],
    ['{% unless nickname %}none{% endunless %}', 'none'],
    ['{% if tags contains "vip" %}VIP{% endif %}', 'VIP'],
    ['{% for tag in tags %}{{ tag }} {% endfor %}', 'vip new '],
    ['{% if custom.points > 5 %}many{% endif %}', 'many'],
    ['{% assign hi = nickname | default: first_name %}{{ hi }}', 'Ana'],
    ['{{ first_name | upcase | append: "!" }} {{ "  x " | strip }}|{{ "a b c" | truncatewords: 2 }}', 'ANA! x|a b...'],
  ])('%s', (source, expected) => expect(render(source)).toBe(expected))

  test('names a missing variable without a default', () => {
    expect(failure('Hello\n  {{ nickname }}')).toMatchObject({ kind: 'missing', variable: 'nickname', line: 2 })
    expect(failure('{{ custom.plan }}')).toMatchObject({ kind: 'missing', variable: 'custom.plan' })
  })

  test('escapes each part in its own way', () => {
    expect(render('{{ odd }}', 'html')).toBe('&lt;b&gt;&#34;O&#39;Neil&#34; &amp; co&lt;/b&gt;')
    expect(render('{{ odd | escape }}', 'html')).toBe('&lt;b&gt;&#34;O&#39;Neil&#34; &amp; co&lt;/b&gt;')
    expect(JSON.parse(render('{"name": "{{ odd }}"}', 'json'))).toEqual({ name: scope.odd })
    expect(render('{{ odd }}')).toBe(scope.odd)
  })

  test('the names that a template reads, without its own', () => {
    const { variables, fieldsOf } = templates.compile(
      '{% assign a = first_name %}{{ a }}{{ custom.x }}{{ custom["y z"] }}{% if custom.x %}{% endif %}{{ custom[a] }}{% for t in tags %}{{ t }}{% endfor %}',
      'text',
    )
    expect([...variables].sort()).toEqual(['custom', 'first_name', 'tags'])
    expect(fieldsOf('custom')).toEqual(['x', 'y z'])
  })
})

describe('what cannot be read names line and column', () => {
  test.each([
    ['a\n{% if %}b{% endif %}', 2],
    ['a\n\n {{ first_name', 3],
    ['{% if first_name %}', 1],
    ['{{ first_name | nofilter }}', 1],
    ['{% nosuchtag %}', 1],
    ['one\n{% for x %}{% endfor %}', 2],
  ])('%s', (source, line) => expect(failure(source)).toMatchObject({ kind: 'syntax', line, column: expect.any(Number) as number }))
})

describe('attacks', () => {
  const nowhere = [
    'constructor',
    '__proto__',
    'first_name.constructor',
    'first_name.__proto__',
    'custom.constructor.constructor',
    'tags.constructor',
  ]
  test.each([
    ...nowhere,
    'custom["__proto__"]',
    'custom.__defineGetter__',
    'tags.map',
    'first_name.toString',
    'process',
    'global',
    'this',
    'globalThis',
    'require',
  ])('blocks %s', (path) => expect(failure(`{{ ${path} }}`)).toBeInstanceOf(TemplateError))
  test.each([
    '{% include "/etc/passwd" %}',
    '{% render "/etc/passwd" %}',
    '{% layout "/etc/passwd" %}',
    '{% block x %}{% endblock %}',
    '{{ first_name | raw }}',
    '{{ "/etc/passwd" | include }}',
    '{{ tags | where_exp: "x", "x.constructor" }}',
    '{% increment first_name %}',
    '{% decrement __proto__ %}',
  ])('%s is refused', (source) => expect(failure(source, 'html')).toBeInstanceOf(TemplateError))

  const bombs = {
    range: '{% for i in (1..1000000000) %}x{% endfor %}',
    nested: '{% for a in (1..10000) %}{% for b in (1..10000) %}{% for c in (1..10000) %}x{% endfor %}{% endfor %}{% endfor %}',
    doubling: `{% assign a = "xxxxxxxxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(60)}{{ a }}`,
    capturing: `{% capture a %}xxxxxxxxxxxxxxxx{% endcapture %}${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(60)}{{ a }}`,
    joining: `{% assign a = "x,x,x,x,x,x,x,x" | split: "," %}${'{% assign a = a | concat: a %}'.repeat(60)}{{ a | size }}`,
    replacing: `{% assign a = "xxxxxxxxxxxxxxxxxxxxxxxx" %}${'{% assign a = a | replace: "x", "xxxxxxxxxxxxxxxx" %}'.repeat(12)}{{ a }}`,
    dates: '{{ "2026-01-01" | date: "%999999999Y" }}',
    deep: '{% if true %}'.repeat(20_000) + '{% endif %}'.repeat(20_000),
    long: 'x'.repeat(700_000),
    times: '{% assign a = 9 %}{% for i in (1..100000) %}{% for j in (1..100000) %}{% assign a = a | times: a %}{% endfor %}{% endfor %}',
    pieces: '{{a}}'.repeat(119_000),
    tags: '{%if a%}{%endif%}'.repeat(35_000),
    lines: `{% liquid ${'echo a\n'.repeat(80_000)} %}`,
    growing: `{% assign a = "${'x'.repeat(1_000)}" %}{% for i in (1..40) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}{{ a | size }}`,
    tables: '{% tablerow i in (1..100000000) cols:1 %}x{% endtablerow %}',
  }
  test.each(Object.entries(bombs))('%s: comes to an end', (_name, source) => {
    expect(failure(source)).toBeInstanceOf(TemplateError)
  })

  test('reads many pieces of a long source, and reports the position of an error in the last one', () => {
    const lines = `${'x'.repeat(50)}{{ first_name }}\n`.repeat(3_900)
    expect(failure(`${lines}  {{ first_name | nofilter }}`)).toMatchObject({ kind: 'syntax', line: 3_901, column: 3 })
    expect(templates.compile(lines, 'html').variables).toEqual(['first_name'])
  })

  test('long runs of blanks cost no more than they are long', () => {
    render(`{% assign a = "${' '.repeat(100_000)}x" %}{% for i in (1..100) %}{% assign b = a | rstrip | truncatewords: 2 %}{% endfor %}`)
    expect(render('{{ tags | map: "constructor" | join: "," }}')).toBe(',')
  })

  test('a filter refuses a list that it would hold the process for', () => {
    const items = (count: number) => ({ items: Array.from({ length: count }, (_, at) => ({ at: (at * 7919) % count })) })
    const source = '{{ items | where: "at", 3 | map: "at" | sort | join }}'
    expect(render(source, 'text', items(templateLimits.listItems))).toBe('3')
    expect(failure(source, 'text', items(templateLimits.listItems + 1))).toMatchObject({ kind: 'limit' })
  })

  test('all that is compiled as one template has the limit of one', () => {
    const one = asOneTemplate(templates)
    const half = '{{ first_name }}'.repeat(templateLimits.pieces / 2)
    expect([one.compile(half, 'text').variables, one.compile(half, 'text').variables]).toEqual([['first_name'], ['first_name']])
    expect(() => one.compile('{{ first_name }}', 'text')).toThrow(TemplateError)
  })

  test('leaves no state of one rendering for the next', () => {
    const counter = templates.compile('{{ first_name }}{% assign first_name = "X" %}{{ first_name }}{% cycle "a", "b" %}', 'text')
    expect(counter.render(scope)).toBe('AnaXa')
    expect(counter.render(scope)).toBe('AnaXa')
    expect(scope.first_name).toBe('Ana')
  })
})
