// Compares answers with schemas away from the event loop: lists of objects cost the product of their lengths.
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import type { CheckedOutput, OutputRequest } from './check-output.ts'
import { compareOutput } from './compare-output.ts'

answerRequests<OutputRequest, CheckedOutput>(({ schema, text }) => compareOutput(schema, text))
