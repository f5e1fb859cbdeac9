import { addressOf, enabled, takesBody } from './draft.ts'
import type { Draft } from './draft.ts'

export const snippetLanguages = ['curl', 'javascript', 'python'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

export const snippetLabels: Record<SnippetLanguage, string> = { curl: 'cURL', javascript: 'JavaScript', python: 'Python' }

const secretName = /authorization|cookie|token|secret|passw|api[-_]?key|signature/i
const variable = 'IMPERIUM_API_KEY'

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Headers besides the authorization; a secret value is not shown. */
function headersOf({ headers, method, body }: Draft): [string, string][] {
  const own = enabled(headers)
    .filter(({ key }) => key.trim().toLowerCase() !== 'authorization')
    .map(({ key, value }): [string, string] => [key.trim(), secretName.test(key) ? '[redacted]' : value])
  const hasType = own.some(([key]) => key.toLowerCase() === 'content-type')
  return takesBody(method) && body.trim() !== '' && !hasType ? [...own, ['Content-Type', 'application/json']] : own
}

/** The request as code; the key comes from the environment variable IMPERIUM_API_KEY and is never part of the text. */
export function snippetOf(language: SnippetLanguage, given: Draft, origin: string): string {
  const draft = { ...given, query: given.query.map((each) => (secretName.test(each.key) ? { ...each, value: '[redacted]' } : each)) }
  const url = origin + addressOf(draft)
  const body = takesBody(draft.method) && draft.body.trim() !== '' ? draft.body : null
  return writers[language]({ method: draft.method, url, headers: headersOf(draft), body })
}

interface Parts {
  method: string
  url: string
  headers: [string, string][]
  body: string | null
}

const writers: Record<SnippetLanguage, (parts: Parts) => string> = {
  curl: ({ method, url, headers, body }) =>
    [
      `curl -X ${method} ${shellQuoted(url)}`,
      `-H "Authorization: Bearer $${variable}"`,
      ...headers.map(([key, value]) => `-H ${shellQuoted(`${key}: ${value}`)}`),
      ...(body === null ? [] : [`--data-raw ${shellQuoted(body)}`]),
    ].join(' \\\n  '),
  javascript: ({ method, url, headers, body }) =>
    [
      `const response = await fetch(${JSON.stringify(url)}, {`,
      `  method: ${JSON.stringify(method)},`,
      '  headers: {',
      `    Authorization: \`Bearer \${process.env.${variable}}\`,`,
      ...headers.map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)},`),
      '  },',
      ...(body === null ? [] : [`  body: ${JSON.stringify(body)},`]),
      '})',
      'console.log(response.status, await response.json())',
    ].join('\n'),
  python: ({ method, url, headers, body }) =>
    [
      'import os',
      'import requests',
      '',
      `response = requests.request(`,
      `    ${JSON.stringify(method)},`,
      `    ${JSON.stringify(url)},`,
      '    headers={',
      `        "Authorization": "Bearer " + os.environ["${variable}"],`,
      ...headers.map(([key, value]) => `        ${JSON.stringify(key)}: ${JSON.stringify(value)},`),
      '    },',
      ...(body === null ? [] : [`    data=${JSON.stringify(body)}.encode(),`]),
      ')',
      'print(response.status_code, response.json())',
    ].join('\n'),
}
