// Finds addresses in files away from the event loop: anybody's program may have written them.
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import { findAddresses } from './find-addresses.ts'

answerRequests(findAddresses)
