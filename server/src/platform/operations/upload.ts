import type { FastifyInstance } from 'fastify'
import type { UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import type { BoundOperation } from './context.ts'
import { wrongType } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Content types of the files that the operation takes. */
    upload?: readonly string[]
    /** As create-http.ts declares it: whoever looks at this file alone (a benchmark) does not see that one. */
    operation?: string
  }
}

/** A file as it was sent. The content type is the caller's claim: what it really is, the operation finds out (SEC-28). */
export class Upload implements UploadedFile {
  readonly contentType: string
  readonly bytes: Uint8Array

  constructor(contentType: string, bytes: Uint8Array) {
    this.contentType = contentType
    this.bytes = bytes
  }
}

/** Reads bodies of the content types that operations take as files; for every other operation they stay unknown (415). */
export function acceptUploads(app: FastifyInstance, operations: readonly BoundOperation[]): void {
  // JSON has its parser already, which leaves it to such an operation as it came (create-http.ts).
  const types = [...new Set(operations.flatMap(({ endpoint }) => endpoint.upload ?? []))].filter((type) => type !== 'application/json')
  if (types.length === 0) return
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
    const { upload, operation } = request.routeOptions.config
    // That the address takes another method is said whatever came with this one.
    if (operation === 'method-not-allowed') return done(null, undefined)
    if (upload?.includes(type)) return done(null, new Upload(type, body))
    return done(wrongType(upload))
  })
}
