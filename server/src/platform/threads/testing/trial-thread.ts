import { getPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { answerRequests } from '../answer-requests.ts'

export type Trial = 'count' | 'fail' | 'spin' | 'sleep' | 'priority' | 'heap' | 'buffers'

let requests = 0
const kept: unknown[] = []

answerRequests<Trial, number>(async (trial) => {
  requests += 1
  if (trial === 'fail') throw new Error('not what it seems')
  if (trial === 'priority') return getPriority(0)
  if (trial === 'sleep') await wait(250)
  for (let spins = 0; trial === 'spin';) spins += 1
  while (trial === 'heap') kept.push(Array.from({ length: 10_000 }, (_, at) => at + requests))
  while (trial === 'buffers') {
    kept.push(Buffer.alloc(4 * 1024 * 1024, 1))
    await wait(5)
  }
  return requests
})
