import { expect, test } from 'vitest'
import { alwaysRenders } from './always-renders.ts'

const says = (template: string) => alwaysRenders(template, /\{\{-?\s*unsubscribe_url\b/)

test.each([
  '<a href="{{ unsubscribe_url }}">out</a>',
  '{% if vip %}Dear{% endif %} {{- unsubscribe_url }}',
  '{% if locale == "de" %}Ab: {{ unsubscribe_url }}{% elsif locale == "50%" %}{{ unsubscribe_url }}{% else %}Out: {{ unsubscribe_url }}{% endif %}',
  '{% unless vip %}{{ unsubscribe_url }}{% else %}{% if a %}{{ unsubscribe_url }}{% else %}{{ unsubscribe_url }}{% endif %}{% endunless %}',
  '{% case locale %} {% when "de" %}{{ unsubscribe_url }}{% when "fr" %}{{ unsubscribe_url }}{% else %}{{ unsubscribe_url }}{% endcase %}',
  '{% for t in tags %}{{ t }}{% endfor %}{{ unsubscribe_url }}',
  '<!-- the end -->{{ unsubscribe_url }}<!-- {{ name }} -->',
])('always shows: %s', (template) => expect(says(template)).toBe(true))

test.each([
  '',
  'unsubscribe_url',
  '<!-- {{ unsubscribe_url }} -->',
  '<!-- {{ unsubscribe_url }}',
  '{% comment %}{{ unsubscribe_url }}{% endcomment %}{% raw %}{{ unsubscribe_url }}{% endraw %}',
  '{% if vip %}{{ unsubscribe_url }}{% endif %}',
  '{% if vip %}{{ unsubscribe_url }}{% else %}{{ name }}{% endif %}',
  '{% if vip %}{{ unsubscribe_url }}{% elsif old %}{{ name }}{% else %}{{ unsubscribe_url }}{% endif %}',
  '{% if a %}{% if b %}{{ unsubscribe_url }}{% endif %}{% else %}{{ unsubscribe_url }}{% endif %}',
  '{% case locale %}{% when "de" %}{{ unsubscribe_url }}{% endcase %}',
  '{% case locale %}{{ unsubscribe_url }}{% when "de" %}{{ name }}{% else %}{{ unsubscribe_url }}{% endcase %}',
  '{% for t in tags %}{{ unsubscribe_url }}{% endfor %}',
  '{% capture out %}{{ unsubscribe_url }}{% endcapture %}',
])('does not always show: %s', (template) => expect(says(template)).toBe(false))

// With a quadratic algorithm the first one alone took thirteen seconds: all of them take longer than a test may.
test('parses templates with unclosed parts in linear time', () => {
  for (const part of ['<!--', '{% comment %}', '{%a ', '{{', '{% if a %}', '{% case a %}{% when b %}'])
    expect(says(part.repeat(480_000 / part.length))).toBe(false)
})
