/**
 * Imperium cannot start, and an operator must act. `message` is one or two plain sentences: the problem and the remedy.
 * `main.ts` prints it without a stack and exits with `exitCode`.
 */
export class StartError extends Error {
  readonly exitCode: number

  constructor(message: string, options: { cause?: unknown; exitCode?: number } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'StartError'
    this.exitCode = options.exitCode ?? 1
  }
}

/** The operating system's error code (`EACCES`, `ENOSPC`, ...) of a failed system call, else an empty string. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
