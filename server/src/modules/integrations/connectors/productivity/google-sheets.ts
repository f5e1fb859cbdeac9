import { createHash } from 'node:crypto'
import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'
import { googleAccount, googleAccountHost, googleSignIn } from './google-sign-in.ts'

const spreadsheetId = z.string().min(1).max(200).meta({ title: 'Spreadsheet', description: 'The id in its address, after /d/' })
const range = z.string().min(1).max(200).meta({ title: 'Range', description: 'As Sheet1!A1:D, or a name' })
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const values = z.array(z.array(cell).max(200)).min(1).max(1_000).meta({ title: 'Rows', description: 'As [["Ada", 36]]' })
// A text from outside that begins with = stays a text.
const mostPolled = 500
const raw = { valueInputOption: 'RAW' }

/** https://developers.google.com/workspace/sheets/api/reference/rest */
export const googleSheets = defineConnector({
  id: 'google_sheets',
  name: 'Google Sheets',
  category: 'Productivity',
  description: 'Reads, adds and changes rows of spreadsheets.',
  isPopular: true,
  baseUrl: 'https://sheets.googleapis.com/v4',
  hosts: [googleAccountHost],
  auth: [googleSignIn('https://www.googleapis.com/auth/spreadsheets')],
  test: googleAccount,
  actions: {
    append_rows: action({
      title: 'Add rows',
      description: 'Adds rows below a table.',
      input: z.object({ spreadsheetId, range, values }),
      method: 'POST',
      request: (given) => ({
        path: path`/spreadsheets/${given.spreadsheetId}/values/${given.range}:append`,
        query: { ...raw, insertDataOption: 'INSERT_ROWS' },
        json: { values: given.values },
      }),
      read: (body) => at(body, 'updates'),
      sample: { updatedRange: 'Sheet1!A7:B7', updatedRows: 1 },
    }),
    read_rows: action({
      title: 'Read rows',
      description: 'Answers the values of a range.',
      input: z.object({ spreadsheetId, range }),
      method: 'GET',
      request: (given) => ({ path: path`/spreadsheets/${given.spreadsheetId}/values/${given.range}` }),
      sample: { range: 'Sheet1!A1:B1', majorDimension: 'ROWS', values: [['Ada', '36']] },
    }),
    update_rows: action({
      title: 'Change cells',
      description: 'Writes values into a range.',
      input: z.object({ spreadsheetId, range, values }),
      method: 'PUT',
      request: (given) => ({
        path: path`/spreadsheets/${given.spreadsheetId}/values/${given.range}`,
        query: raw,
        json: { values: given.values },
      }),
      isRepeatable: true,
      sample: { updatedRange: 'Sheet1!A2:B2', updatedCells: 2 },
    }),
    list_sheets: action({
      title: 'List sheets',
      description: 'Answers the title of a spreadsheet and its sheets.',
      input: z.object({ spreadsheetId }),
      method: 'GET',
      request: (given) => ({
        path: path`/spreadsheets/${given.spreadsheetId}`,
        query: { fields: 'properties.title,sheets.properties(sheetId,title)' },
      }),
      sample: { properties: { title: 'Leads' }, sheets: [{ properties: { sheetId: 0, title: 'Sheet1' } }] },
    }),
  },
  triggers: {
    new_row: pollTrigger({
      title: 'New row',
      description: 'Starts with each row that is added at the end of a table.',
      input: z.object({ spreadsheetId, range }),
      // `cursor`: how many rows were there. Where rows were removed, it counts from fewer on.
      run: async (given, cursor, { send }) => {
        const { body } = await send({ path: path`/spreadsheets/${given.spreadsheetId}/values/${given.range}` })
        const rows = listAt(body, 'values')
        const before = cursor === null ? rows.length : Math.min(Number(cursor), rows.length)
        const until = Math.min(before + mostPolled, rows.length)
        const found = rows.slice(before, until).map((row, index) => ({ row: before + index + 1, values: row }))
        return { items: found.toReversed(), cursor: String(until), isMore: until < rows.length }
      },
      // A row may come again with other values where the one before was removed.
      id: (item) =>
        `${textAt(item, 'row')}-${createHash('sha256')
          .update(JSON.stringify(at(item, 'values')))
          .digest('hex')
          .slice(0, 16)}`,
      sample: { row: 7, values: ['Ada', '36'] },
    }),
  },
})
