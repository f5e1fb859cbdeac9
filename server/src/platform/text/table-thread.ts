// Reads tables away from the event loop: anybody's program may have written them.
import { answerRequests } from '../threads/answer-requests.ts'
import { readTable } from './read-table.ts'
import type { TableRequest } from './read-table-safely.ts'
import type { TableRow } from './recognise-table.ts'

answerRequests<TableRequest, TableRow[] | null>(({ bytes, mostRows }) => readTable(bytes, mostRows))
