import { hasValues } from '../../../platform/text/exact-json.ts'
import { elsewhere, leadsElsewhere, pathSegment } from '../kit/request.ts'
import type { StoredField } from './stored-document.ts'

/** How a value is written; absent parts are the defaults of a query (`form`, exploded). */
type Written = Pick<StoredField, 'name' | 'style' | 'explode' | 'isReserved'>
type Pair = readonly [name: string, value: string]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => hasValues(value) && !Array.isArray(value)

/** A value inside of another: text as it is, structures as JSON; but a list in an exploded object repeats its name, as servers read it. */
const scalar = (value: unknown): string => (hasValues(value) ? JSON.stringify(value) : value === null ? '' : String(value))

const encode = (text: string, isReserved = false): string =>
  isReserved ? encodeURI(text).replaceAll('#', '%23').replaceAll('%5B', '[').replaceAll('%5D', ']') : encodeURIComponent(text)

const present = (value: object): [string, unknown][] => Object.entries(value).filter(([, each]) => each !== undefined && each !== null)

/**
 * A parameter of a query, percent-encoded, without `&` before it; '' for one without a value. By `style` and `explode` of OpenAPI 3
 * (3.1.1, Parameter Object, Style Values): `form`, `spaceDelimited`, `pipeDelimited`, `deepObject`, or `json` for `content`.
 */
export function writeInQuery(field: Written, value: unknown): string {
  const { name, style = 'form', explode = true, isReserved = false } = field
  const asText = (each: unknown) => encode(scalar(each), isReserved)
  const pair = (key: string, text: string) => `${encode(key)}=${text}`
  if (value === undefined || value === null) return ''
  if (style === 'json' || !hasValues(value)) return pair(name, style === 'json' ? encode(JSON.stringify(value)) : asText(value))
  if (style === 'deepObject')
    return deepPairs(name, value)
      .map(([key, text]) => pair(key, encode(text, isReserved)))
      .join('&')
  const delimiter = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ','
  if (Array.isArray(value)) {
    const parts = (value as unknown[]).map(asText)
    return explode ? parts.map((part) => pair(name, part)).join('&') : pair(name, parts.join(delimiter))
  }
  if (explode)
    return present(value)
      .flatMap(([key, each]) => (Array.isArray(each) ? (each as unknown[]) : [each]).map((one) => pair(key, asText(one))))
      .join('&')
  return pair(
    name,
    present(value)
      .flatMap(([key, each]) => [encode(key), asText(each)])
      .join(delimiter),
  )
}

/** `a[b][c]`, and `a[0]` for lists: what servers read (Stripe, PHP, `qs`) although OpenAPI leaves it open. A repeated name would be the last value alone. */
function deepPairs(name: string, value: unknown): Pair[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap((each, index) => deepPairs(`${name}[${index}]`, each))
  if (!isObject(value)) return [[name, scalar(value)]]
  return present(value).flatMap(([key, each]) => deepPairs(`${name}[${key}]`, each))
}

/** A value of the path, percent-encoded: `simple`, `label` or `matrix`. @throws RangeError for one that would lead elsewhere. */
export function writeInPath(field: Written, value: unknown): string {
  const text = writeByStyle(field, value)
  if (leadsElsewhere(text)) throw elsewhere()
  return text
}

function writeByStyle(field: Written, value: unknown): string {
  const { name, style = 'simple', explode = false } = field
  const part = (each: unknown) => (scalar(each) === '' ? '' : pathSegment(scalar(each)))
  if (style === 'json') return pathSegment(JSON.stringify(value))
  const begin = style === 'label' ? '.' : style === 'matrix' ? ';' : ''
  const between = style === 'simple' || !explode ? ',' : begin
  const named = style === 'matrix' ? `${encodeURIComponent(name)}=` : ''
  if (Array.isArray(value)) {
    const parts = (value as unknown[]).map(part)
    return begin + (explode ? parts.map((each) => named + each).join(between) : named + parts.join(','))
  }
  if (!isObject(value)) return `${begin}${named}${part(value)}`
  const pairs = present(value).map(([key, each]) => [encodeURIComponent(key), part(each)])
  return begin + (explode ? pairs.map((each) => each.join('=')).join(between) : named + pairs.flat().join(','))
}

/** A value of a header, as it is: `simple`. */
export function writeInHeader({ style, explode = false }: Written, value: unknown): string {
  if (style === 'json') return JSON.stringify(value)
  if (Array.isArray(value)) return (value as unknown[]).map(scalar).join(',')
  if (!isObject(value)) return scalar(value)
  return present(value)
    .map(([key, each]) => `${key}${explode ? '=' : ','}${scalar(each)}`)
    .join(',')
}
