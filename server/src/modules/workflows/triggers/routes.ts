import { workflowHooks } from '@imperium/contract/workflows/workflow-hooks.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { resumeWait } from './resume-wait.ts'
import { createWebhookTargets } from './webhook-targets.ts'

export const workflowHookOperations = (platform: Platform) => {
  const targets = createWebhookTargets(platform)
  return bindOperations(workflowHooks, {
    receive: (input, context) => receiveWebhook(platform, targets, input, context),
    resume: (input, context) => resumeWait(platform, input, context),
  })
}
