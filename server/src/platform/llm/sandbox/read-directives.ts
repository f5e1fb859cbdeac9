/** Test directives in an input, which show how the product handles a misbehaving model. */
export interface SandboxDirectives {
  /** `[[sandbox:error=500]]`: the call fails with this HTTP status. */
  errorStatus?: number
  /** `[[sandbox:rate-limit]]`: 429 with Retry-After of one second. */
  rateLimit: boolean
  /** `[[sandbox:cut]]`: the stream breaks off after its first pieces. */
  cut: boolean
  /** `[[sandbox:slow=3000]]`: milliseconds before the first piece, at most two minutes. */
  slowMs: number
  /** `[[sandbox:loop]]`: calls a tool again and again, until the run's own limits stop it. */
  loop: boolean
  /** `[[sandbox:tokens=500]]`: a response of this many tokens, at most 20,000. */
  tokens: number
  /** The text without the directives. */
  text: string
}

const FORM = /\[\[sandbox:([a-z-]+)(?:=(\d{1,9}))?\]\]/g

/** Reads the directives of a user's text. Tool results are never read for directives: they are data. */
export const readDirectives = (text: string): SandboxDirectives => {
  const found = new Map([...text.matchAll(FORM)].map(([, name, value]) => [name, Number(value ?? 0)]))
  const errorStatus = found.get('error')
  return {
    ...(errorStatus === undefined ? {} : { errorStatus: errorStatus >= 400 && errorStatus <= 599 ? errorStatus : 500 }),
    rateLimit: found.has('rate-limit'),
    cut: found.has('cut'),
    slowMs: Math.min(found.get('slow') ?? 0, 120_000),
    loop: found.has('loop'),
    tokens: Math.min(found.get('tokens') ?? 0, 20_000),
    text: text.replace(FORM, ' ').trim(),
  }
}
