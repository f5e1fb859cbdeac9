// Reads workbooks away from the event loop: anybody's program may have written them.
import { answerRequests } from '../threads/answer-requests.ts'
import type { WorkbookRequest } from './read-workbook-safely.ts'
import { readWorkbook } from './read-workbook.ts'

answerRequests<WorkbookRequest, string[][]>(({ bytes, maxRows }) => readWorkbook(bytes, { maxRows, amounts: 'plain' })[0]?.rows ?? [])
