import type { FastifyInstance } from 'fastify'
import type { UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import type { BoundOperation } from './context.ts'
import { wrongType } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Content types of the files that the operation takes. */
    upload?: readonly string[]
    /** As create-http.ts declares it: repeated because a benchmark compiles this file alone. */
    operation?: string
  }
}

/** An uploaded file. The content type is the caller's claim: the operation checks the real one (SEC-28). */
export class Upload implements UploadedFile {
  readonly contentType: string
  readonly bytes: Uint8Array

  constructor(contentType: string, bytes: Uint8Array) {
    this.contentType = contentType
    this.bytes = bytes
  }
}

const isMediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/

/** In the list of an operation: it takes every type. */
const anyType = '*/*'

/** Reads bodies of the content types that operations take as files; for every other operation they stay unknown (415). */
export function acceptUploads(app: FastifyInstance, operations: readonly BoundOperation[]): void {
  // JSON already has a parser, which passes the raw bytes to such an operation (create-http.ts).
  const types = [...new Set(operations.flatMap(({ endpoint }) => endpoint.upload ?? []))].flatMap((type) =>
    type === 'application/json' ? [] : type === anyType ? ['*'] : [type],
  )
  if (types.length === 0) return
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
    const { upload, operation } = request.routeOptions.config
    // A wrong method gets its 405 whatever the body is.
    if (operation === 'method-not-allowed') return done(null, undefined)
    if (upload?.includes(type) || (upload?.includes(anyType) && isMediaType.test(type))) return done(null, new Upload(type, body))
    return done(wrongType(upload))
  })
}
