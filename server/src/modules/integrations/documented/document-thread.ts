// Reads API documents away from the event loop: anybody may have written them.
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import { readApiDocument } from './read-api-document.ts'

answerRequests(readApiDocument)
