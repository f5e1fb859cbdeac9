import { readFileSync } from 'node:fs'
import type { Figure } from '../figure.ts'
import type { Client, ServerUnderTest } from '../server-under-test.ts'
import { foreignInputs, largestInputs } from './stall-inputs.ts'

const aim = { of: 'value', atMost: 100 } as const
const everyMs = 5

/** Processor time of the server's first thread, which runs its event loop: other work on the machine does not lengthen it. */
function loopMs({ processId }: ServerUnderTest): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/${processId}/task/${processId}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

interface Waits {
  longestMs: number
  /** The most that the event loop worked during one of the requests. */
  workedMs: number
}

/** The longest wait of another organization's requests, sent one after another, while the work goes on. */
async function longestWait(server: ServerUnderTest, other: Client, work: () => Promise<unknown>): Promise<Waits> {
  let isDone = false
  let [longestMs, workedMs] = [0, 0]
  const ask = async () => {
    while (!isDone) {
      const [beganAt, worked] = [performance.now(), loopMs(server)]
      await other.call('GET', '/agents')
      longestMs = Math.max(longestMs, performance.now() - beganAt)
      workedMs = Math.max(workedMs, loopMs(server) - worked)
    }
  }
  const asking = ask()
  await work().finally(() => {
    isDone = true
  })
  await asking
  return { longestMs, workedMs }
}

/** Processor time that the work holds the event loop of this process at once. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let last = process.threadCpuUsage()
  const beat = () => {
    const { user, system } = process.threadCpuUsage(last)
    longestMs = Math.max(longestMs, (user + system) / 1_000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(beat, everyMs)
  await work()
  beat()
  clearInterval(timer)
  return longestMs
}

/** How long another organization waits while the server reads the largest allowed inputs. */
export async function benchStalls(server: ServerUnderTest): Promise<Figure[]> {
  const [client, other] = [await server.register(), await server.register()]
  await other.call('GET', '/agents')
  const figures: Figure[] = []
  const nothing = { name: 'nothing, for three seconds', run: () => new Promise((resolve) => setTimeout(resolve, 3_000)) }
  for (const { name, run } of [nothing, ...largestInputs(server, client)]) {
    const { longestMs, workedMs } = await longestWait(server, other, run)
    const beside = { name: 'processor time of the event loop in one request', value: workedMs, unit: 'ms' }
    figures.push({ name: `Longest wait beside: ${name}`, value: longestMs, unit: 'ms', beside, aim })
  }
  for (const { name, run } of foreignInputs())
    figures.push({ name: `Longest hold of the event loop: ${name}`, value: await longestHold(run), unit: 'ms', aim })
  return figures
}
