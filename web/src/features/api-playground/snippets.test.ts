import { describe, expect, test } from 'vitest'
import { addressOf, customDraft, isSendable, parseEndpoint } from './draft.ts'
import type { Draft } from './draft.ts'
import { snippetLanguages, snippetOf } from './snippets.ts'

const draft: Draft = {
  method: 'POST',
  path: '/api/v1/agents/{id}/execute',
  pathValues: { id: 'a b' },
  query: [
    { enabled: true, key: 'limit', value: '10' },
    { enabled: false, key: 'offset', value: '0' },
    { enabled: true, key: 'token', value: 'hidden-1' },
  ],
  headers: [
    { enabled: true, key: 'Authorization', value: 'Bearer hidden-2' },
    { enabled: true, key: 'X-Api-Key', value: 'hidden-3' },
    { enabled: true, key: 'X-Note', value: "it's" },
  ],
  body: '{"name":"it\'s"}',
}

describe('snippets', () => {
  test.each(snippetLanguages)('of %s contain no secret, and the address as sent', (language) => {
    const code = snippetOf(language, draft, 'https://imperium.example')
    expect(code).not.toContain('hidden')
    expect(code).toContain('https://imperium.example/api/v1/agents/a%20b/execute?limit=10&token=%5Bredacted%5D')
    expect(code).toContain('IMPERIUM_API_KEY')
  })

  test('of cURL quote for the shell', () => {
    expect(snippetOf('curl', draft, '')).toContain(String.raw`--data-raw '{"name":"it'\''s"}'`)
  })
})

describe('a draft', () => {
  test('leaves out rows that are off', () => expect(addressOf(customDraft())).toBe('/api/v1/?limit=10'))
  test('is sent only below /api/v1 and with every placeholder', () => {
    expect(isSendable(draft)).toBe(true)
    expect(isSendable({ ...draft, pathValues: {} })).toBe(false)
    expect(isSendable({ ...draft, path: '/api/agents' })).toBe(false)
    expect(isSendable({ ...draft, path: '/api/v1/../agents' })).toBe(false)
    expect(parseEndpoint('GET https://example.com')).toBeNull()
  })
})
