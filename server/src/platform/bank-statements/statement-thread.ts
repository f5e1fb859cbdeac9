// Reads statements away from the event loop: any bank's program may have written them.
import { answerRequests } from '../threads/answer-requests.ts'
import { readStatement } from './read-statement.ts'
import type { ReadStatement } from './read-statement.ts'

answerRequests<string, ReadStatement>(readStatement)
