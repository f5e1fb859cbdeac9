export interface Notice {
  tone: 'success' | 'error' | 'info'
  text: string
}

type Sink = (notice: Notice) => void
let sink: Sink | null = null
const waiting: Notice[] = []

function send(notice: Notice): void {
  if (sink) sink(notice)
  else waiting.push(notice)
}

/** Shows a toast with one short sentence, from anywhere in the code. Rendered by ui/feedback/toasts. */
export const notify = {
  success: (text: string) => send({ tone: 'success', text }),
  error: (text: string) => send({ tone: 'error', text }),
  info: (text: string) => send({ tone: 'info', text }),
}

/** Connects what shows notices; those sent before are delivered now. Returns how to disconnect. */
export function connectNotices(next: Sink): () => void {
  sink = next
  for (const notice of waiting.splice(0)) next(notice)
  return () => {
    if (sink === next) sink = null
  }
}
