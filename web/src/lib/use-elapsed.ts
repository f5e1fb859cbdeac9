import { useEffect, useState } from 'react'

const tickMs = 1_000

/** Milliseconds since a moment, updated while `running`. */
export function useElapsed(since: string, running: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [running])
  return Math.max(0, nowMs - new Date(since).getTime())
}
