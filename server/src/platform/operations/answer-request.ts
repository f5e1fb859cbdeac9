import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { checkPermission } from './stages/check-permission.ts'
import { confirmRecentSignIn } from './stages/confirm-recent-sign-in.ts'
import { countCall } from './stages/count-call.ts'
import { enterOrganization } from './stages/enter-organization.ts'
import type { Exchange } from './stages/exchange.ts'
import { invalidateCachedCaller } from './stages/invalidate-cached-caller.ts'
import { identifyCaller } from './stages/identify-caller.ts'
import { limitRate } from './stages/limit-rate.ts'
import { performOperation } from './stages/perform-operation.ts'
import { sendPublicReply, sendReply, sendReplyOrStream } from './stages/send-reply.ts'
import { Stages } from './stages/stages.ts'
import { validateInput } from './stages/validate-input.ts'
import { watchStream } from './stages/watch-stream.ts'

const withoutSignIn = Stages.of<Exchange>().add(limitRate).add(validateInput).add(performOperation).add(sendPublicReply)

const signedIn = Stages.of<Exchange>()
  .add(identifyCaller)
  .add(limitRate)
  .add(confirmRecentSignIn)
  .add(validateInput)
  .add(performOperation)
  .add(invalidateCachedCaller)
  .add(sendReply)

const inOrganization = Stages.of<Exchange>()
  .add(identifyCaller)
  .add(limitRate)
  .add(confirmRecentSignIn)
  .add(enterOrganization)
  .add(checkPermission)
  .add(countCall)
  .add(validateInput)
  .add(watchStream)
  .add(performOperation)
  .add(sendReplyOrStream)

/** The stages of a request in order, by the operation's access. */
export const stagesOf = ({ access }: Endpoint): { run(exchange: Exchange): Promise<Exchange> } =>
  access === 'public' ? withoutSignIn : access === 'signed-in' ? signedIn : inOrganization
