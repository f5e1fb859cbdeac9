import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import type { ApiResponse, ConnectorContext } from '../../kit/connector.ts'
import { ServiceError } from '../../kit/service-error.ts'
import { encode, encodeQuery, signHeaders, signQuery } from '../../../../platform/signed-http/aws-signature.ts'
import type { AwsKey, AwsRequest } from '../../../../platform/signed-http/aws-signature.ts'

const key = z
  .string()
  .min(1)
  .max(1_024)
  .refine((value) => !value.split('/').some((part) => /^\.{1,2}$/.test(part)), 'A part of the key consists of dots')
  .meta({ title: 'Key', description: 'The path inside the bucket, as reports/2026.csv' })

type Call = Pick<AwsRequest, 'method' | 'query' | 'body'> & { key?: string; contentType?: string }

/** Address and key of a request, in the path style that every S3-compatible service understands. */
function prepare({ fields, now }: ConnectorContext, { key: name, contentType: _type, ...call }: Call) {
  const endpoint = URL.parse(fields['endpoint'] ?? '')
  if (!endpoint) throw new ServiceError('The address of this connection is not a web address')
  const own = [fields['bucket'] ?? '', ...(name === undefined ? [] : name.split('/'))].map(encode).join('/')
  const awsKey: AwsKey = {
    accessKeyId: fields['accessKeyId'] ?? '',
    secretAccessKey: fields['apiKey'] ?? '',
    region: fields['region'] ?? '',
  }
  const base = endpoint.pathname.replace(/\/+$/, '')
  return { endpoint, awsKey, below: `/${own}`, request: { ...call, host: endpoint.host, path: `${base}/${own}`, now } }
}

function sendSigned(context: ConnectorContext, call: Call): Promise<ApiResponse> {
  const { awsKey, below, request } = prepare(context, call)
  const query = encodeQuery(call.query ?? {})
  return context.send({
    method: call.method as 'GET' | 'PUT' | 'DELETE',
    path: `${below}${query === '' ? '' : `?${query}`}`,
    headers: signHeaders(awsKey, request),
    ...(call.body === undefined ? {} : { text: { body: call.body, contentType: call.contentType ?? 'text/plain' } }),
  })
}

const valueOf = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** https://docs.aws.amazon.com/AmazonS3/latest/API */
export const s3 = defineConnector({
  id: 's3',
  name: 'S3-compatible storage',
  category: 'Automation',
  description: 'Reads and writes text files in a bucket of Amazon S3 or a service like it.',
  baseUrl: '{endpoint}',
  auth: [
    keyIn(
      {},
      {
        label: 'Secret access key',
        fields: [
          { key: 'accessKeyId', label: 'Access key ID', placeholder: 'AKIA…' },
          { key: 'endpoint', label: 'Address', kind: 'address', placeholder: 'https://s3.eu-central-1.amazonaws.com' },
          { key: 'region', label: 'Region', placeholder: 'eu-central-1' },
          { key: 'bucket', label: 'Bucket' },
        ],
      },
    ),
  ],
  errors: { message: (body) => (typeof body === 'string' ? valueOf(body, 'Message') : undefined) },
  test: {
    run: async (context) => {
      await sendSigned(context, { method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } })
      return context.fields['bucket'] ?? null
    },
  },
  actions: {
    put_file: action({
      title: 'Write a file',
      description: 'Writes a text into a file; an older one is replaced.',
      input: z.object({
        key,
        content: z.string().max(1_000_000).meta({ title: 'Content', isLong: true }),
        contentType: z
          .string()
          .max(100)
          .regex(/^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/)
          .default('text/plain; charset=utf-8')
          .meta({ title: 'Type' }),
      }),
      isReadOnly: false,
      isRepeatable: true,
      run: async (input, context) => {
        const call = { method: 'PUT', key: input.key, body: input.content, contentType: input.contentType }
        const { headers } = await sendSigned(context, call)
        return { key: input.key, etag: headers.get('etag') }
      },
      sample: { key: 'reports/2026.csv', etag: '"6805f2cfc46c0f04559748bb039d69ae"' },
    }),
    get_file: action({
      title: 'Read a file',
      description: 'Answers the text of a file.',
      input: z.object({ key }),
      isReadOnly: true,
      run: async (input, context) => {
        const { body, headers } = await sendSigned(context, { method: 'GET', key: input.key })
        return { key: input.key, type: headers.get('content-type'), content: body }
      },
      sample: { key: 'reports/2026.csv', type: 'text/csv', content: 'name\nAda\n' },
    }),
    list_files: action({
      title: 'List files',
      description: 'Lists files whose key begins with a text.',
      input: z.object({
        prefix: z.string().max(1_024).default('').meta({ title: 'Key begins with' }),
        limit: z.int().min(1).max(1_000).default(100).meta({ title: 'At most' }),
      }),
      isReadOnly: true,
      run: async (input, context) => {
        const query = { 'list-type': '2', prefix: input.prefix, 'max-keys': String(input.limit) }
        const { body } = await sendSigned(context, { method: 'GET', query })
        const parts = (typeof body === 'string' ? body : '').match(/<Contents>(?:(?!<Contents>)[\s\S])*?<\/Contents>/g) ?? []
        return parts.map((part) => ({
          key: valueOf(part, 'Key'),
          size: Number(valueOf(part, 'Size')),
          changedAt: valueOf(part, 'LastModified'),
        }))
      },
      sample: [{ key: 'reports/2026.csv', size: 9, changedAt: '2026-11-24T10:00:00.000Z' }],
    }),
    delete_file: action({
      title: 'Delete a file',
      description: 'Deletes a file.',
      input: z.object({ key }),
      isReadOnly: false,
      isRepeatable: true,
      run: async (input, context) => {
        await sendSigned(context, { method: 'DELETE', key: input.key })
        return { key: input.key, deleted: true }
      },
      sample: { key: 'reports/2026.csv', deleted: true },
    }),
    share_file: action({
      title: 'Share a file',
      description: 'Answers an address at which anyone can read the file for a while.',
      input: z.object({ key, hours: z.int().min(1).max(168).default(24).meta({ title: 'Hours' }) }),
      isReadOnly: true,
      run: async (input, context) => {
        const { endpoint, awsKey, request } = prepare(context, { method: 'GET', key: input.key })
        return { url: `${endpoint.origin}${request.path}?${signQuery(awsKey, request, input.hours * 3_600)}` }
      },
      sample: { url: 'https://s3.eu-central-1.amazonaws.com/acme/reports/2026.csv?X-Amz-Signature=…' },
    }),
  },
})
