import { createHash, createHmac } from 'node:crypto'

export interface AwsKey {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

export interface AwsRequest {
  method: string
  host: string
  /** Encoded, with its first slash. */
  path: string
  query?: Readonly<Record<string, string>>
  body?: string
  now: Date
}

/** As RFC 3986 wants it, which S3 signs. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

export const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** `20130524T000000Z` */
const timeOf = (now: Date): string => now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
const scopeOf = (time: string, { region }: AwsKey): string => `${time.slice(0, 8)}/${region}/s3/aws4_request`

function signature(key: AwsKey, time: string, canonical: string): string {
  const day = hmac(`AWS4${key.secretAccessKey}`, time.slice(0, 8))
  const signing = hmac(hmac(hmac(day, key.region), 's3'), 'aws4_request')
  return hmac(signing, ['AWS4-HMAC-SHA256', time, scopeOf(time, key), sha256(canonical)].join('\n')).toString('hex')
}

/** Headers of a request signed by AWS Signature Version 4. */
export function signHeaders(key: AwsKey, { method, host, path, query = {}, body = '', now }: AwsRequest): Record<string, string> {
  const time = timeOf(now)
  const hash = sha256(body)
  const signed = { host, 'x-amz-content-sha256': hash, 'x-amz-date': time }
  const names = Object.keys(signed).join(';')
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const canonical = [method, path, encodeQuery(query), lines.join(''), names, hash].join('\n')
  const credential = `${key.accessKeyId}/${scopeOf(time, key)}`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature(key, time, canonical)}`
  return { authorization, 'x-amz-content-sha256': hash, 'x-amz-date': time }
}

/** The query of an address that works without a key for a while. */
export function signQuery(key: AwsKey, request: AwsRequest, seconds: number): string {
  const time = timeOf(request.now)
  const query = encodeQuery({
    ...request.query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${key.accessKeyId}/${scopeOf(time, key)}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  })
  const canonical = [request.method, request.path, query, `host:${request.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  return `${query}&X-Amz-Signature=${signature(key, time, canonical)}`
}
