import { onEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notify } from './notify.ts'

/** Whoever started a run hears that it failed; several failures of one agent within an hour are one notification. */
export const tellFailedRun = ({ db }: Platform) =>
  onEvent({
    event: 'agent.run.failed',
    name: 'notifications.tellFailedRun',
    run: async ({ orgId, payload }) => {
      const { startedByUser, agentId, agentName, runId, message } = payload
      // Started by a program: nobody waits for it on a screen.
      if (!startedByUser) return
      await db.withOrg(orgId, (tx) =>
        notify(tx, {
          userId: startedByUser,
          type: 'error',
          category: 'activity',
          title: (count) => (count === 1 ? `${agentName} failed` : `${agentName} failed ${count} times`),
          message,
          actionUrl: `agents?agent=${agentId}&run=${runId}`,
          source: `run:${runId}`,
          groupKey: `agent-failed:${agentId}`,
        }),
      )
    },
  })

export const welcomePerson = ({ db }: Platform) =>
  onEvent({
    event: 'user.created',
    name: 'notifications.welcomePerson',
    run: ({ orgId, payload }) =>
      db.withOrg(orgId, (tx) =>
        notify(tx, {
          userId: payload.userId,
          type: 'info',
          category: 'system',
          title: () => 'Welcome to Imperium',
          message: 'Create your first AI agent and run it: the sandbox model is ready, no key needed.',
          actionUrl: 'agents?create=true',
          source: `welcome:${payload.userId}`,
        }),
      ),
  })
