import { expect, test } from 'vitest'
import { checkClientSupport, gmailStyleMax, unsupportedFeatures } from './client-support.ts'

/** One example for each feature of the table; the table may have none without. */
const examples: Record<string, string> = {
  script: '<script>1</script>',
  form: '<form action="/x"></form>',
  media: '<video src="a.mp4"></video>',
  svg: '<svg></svg>',
  iframe: '<iframe src="/"></iframe>',
  'linked-styles': '<link rel="stylesheet" href="a.css">',
  'data-image': '<img width="1" src="data:image/png;base64,AA">',
  webp: '<img width="1" src="https://a.test/b.webp">',
  'event-handler': '<a onclick="x()">a</a>',
  flex: '<p style="display:flex">a</p>',
  grid: '<p style="display: grid">a</p>',
  position: '<p style="color:red;position:absolute">a</p>',
  float: '<p style="float:left">a</p>',
  'background-image': '<p style="background:url(a.png)">a</p>',
  gradient: '<p style="background:linear-gradient(red,blue)">a</p>',
  'object-fit': '<p style="object-fit:cover">a</p>',
  transform: '<p style="transform:none">a</p>',
  filter: '<p style="filter:blur(1px)">a</p>',
  opacity: '<p style="opacity:.5">a</p>',
  'box-shadow': '<p style="box-shadow:none">a</p>',
  variable: '<p style="color:var(--a)">a</p>',
  rem: '<p style="font-size:1rem">a</p>',
  color: '<p style="color:rgba(0,0,0,.5)">a</p>',
  gap: '<p style="gap:4px">a</p>',
  'negative-margin': '<p style="margin:0 0 -8px">a</p>',
  'modern-boxes': '<p style="aspect-ratio:1">a</p>',
  'link-padding': '<a href="https://a.test" style="display:inline-block;padding:8px">a</a>',
  'nested-rule': '<style>@media (max-width:9px){p{color:red}@supports(display:grid){p{color:red}}}</style>',
  import: '<style>@import "a.css"</style>',
  'font-face': '<style>@font-face{font-family:a}</style>',
  keyframes: '<style>@keyframes a{}</style>',
}

test('every feature of the table is found in its example', () => {
  expect(unsupportedFeatures.map(({ id }) => id).toSorted()).toEqual(Object.keys(examples).toSorted())
  for (const [id, html] of Object.entries(examples))
    expect(
      checkClientSupport(html).map((issue) => issue.id),
      html,
    ).toContain(id)
})

test('plain tables and inline styles have no issue, nor has what only Outlook reads', () => {
  expect(checkClientSupport('<table role="presentation"><tr><td style="padding:4px;color:#111111">a</td></tr></table>')).toEqual([])
  expect(checkClientSupport('<!--[if mso]><v:rect style="position:absolute"></v:rect><![endif]-->')).toEqual([])
})

test('finds images without a width and style elements that Gmail drops', () => {
  expect(checkClientSupport('<img src="https://a.test/b.png" style="width:100%">').map(({ id }) => id)).toEqual(['image-width'])
  expect(checkClientSupport(`<style>${'a'.repeat(gmailStyleMax + 1)}</style>`).map(({ id }) => id)).toEqual(['style-size'])
})

test('finds style elements that Gmail does not read, and pages that do not know dark mode', () => {
  const page = (head: string, body = '') => checkClientSupport(`<html><head>${head}</head><body>${body}</body></html>`).map(({ id }) => id)
  const meta = '<meta name="color-scheme" content="light dark">'
  expect(page(`${meta}<style>p{color:red}</style>`)).toEqual([])
  expect(page(meta, '<style>p{color:red}</style>')).toEqual(['style-in-body'])
  expect(page('<title>a</title>')).toEqual(['color-scheme'])
})

test('padding of a link is fine where its cell has it for Outlook, and a positive margin is no negative one', () => {
  expect(checkClientSupport('<a href="https://a.test" style="padding:8px;mso-padding-alt:0">a</a>')).toEqual([])
  expect(checkClientSupport('<p style="margin:0 0 8px;font-family:sans-serif;mso-line-height-rule:exactly">a-1</p>')).toEqual([])
})
