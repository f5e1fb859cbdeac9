import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

const secretPaths = [
  ...['authorization', 'cookie', 'password', 'apiKey', 'token', 'secret', 'body', 'text', 'html'].flatMap((key) => [
    key,
    `*.${key}`,
    `*.*.${key}`,
  ]),
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
]

/** Structured log lines with secrets removed (SEC-37). `pretty` is for a terminal. */
export function createLog(level: string, format: 'json' | 'pretty', stream?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: secretPaths, censor: '[redacted]' },
  }
  const target = stream ?? (format === 'pretty' ? { write: (line: string) => void process.stdout.write(prettyLine(line)) } : process.stdout)
  return pino(options, target)
}

function prettyLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const extra = Object.keys(rest).length ? ` ${JSON.stringify(rest)}` : ''
  const error = err && typeof err === 'object' && 'message' in err ? ` ${'stack' in err ? String(err.stack) : String(err.message)}` : ''
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg ?? '')}${extra}${error}\n`
}

/** Only fields for diagnosis: libraries attach clients, requests and rows to their errors. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? { code: String(error.code) } : {}
  const cause: unknown = error.cause === undefined ? undefined : describeError(error.cause)
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...(cause === undefined ? {} : { cause }) }
}
