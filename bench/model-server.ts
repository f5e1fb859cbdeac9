// A model server that speaks the OpenAI protocol. Runs as its own process, so that it takes no processor time from the measuring client.
import { fork } from 'node:child_process'
import type { FakeReply } from '../server/src/platform/llm/testing/fake-openai-server.ts'
import { startFakeOpenAi } from '../server/src/platform/llm/testing/fake-openai-server.ts'

export interface ModelServer {
  /** Its base URL. */
  url: string
  stop(): void
}

/** Starts one that gives the same reply to every request. */
export function startModelServer(reply: FakeReply): Promise<ModelServer> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(reply)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the model server ended')))
    child.once('message', (url) => resolve({ url: String(url), stop: () => void child.kill() }))
  })
}

if (import.meta.main) {
  process.once('message', (script: FakeReply) => {
    void startFakeOpenAi({ script, forget: true }).then(({ url }) => process.send?.(url))
  })
  process.once('disconnect', () => process.exit())
}
