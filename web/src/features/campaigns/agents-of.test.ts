import { expect, test } from 'vitest'
import { agentsOf } from './agents-of.ts'

test('the agent that writes each message is named before the one that helps', () => {
  expect(agentsOf({ writerName: 'Writer', agentName: 'Helper' })).toEqual(['Writer', 'Helper'])
  expect(agentsOf({ writerName: null, agentName: 'Helper' })).toEqual(['Helper'])
  expect(agentsOf({ writerName: 'Writer', agentName: 'Writer' })).toEqual(['Writer'])
  expect(agentsOf({ writerName: null, agentName: null })).toEqual([])
})
