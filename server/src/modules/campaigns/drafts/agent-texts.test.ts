import { expect, test } from 'vitest'
import { readWritten } from './agent-texts.ts'

test.each([
  ['{"subject": "Hi", "body": "Words"}', { subject: 'Hi', html: '', body: 'Words' }],
  [
    'Here you are:\n```json\n{"subject": "Hi\\nBcc: x", "text": "Words", "html": "<p>Words</p>"}\n```',
    { subject: 'Hi Bcc: x', html: '<p>Words</p>', body: 'Words' },
  ],
  ['Subject: Hello\n\nDear Ana,\nwords', { subject: 'Hello', html: '', body: 'Dear Ana,\nwords' }],
  ['Just words', { subject: '', html: '', body: 'Just words' }],
  ['A brace { and no JSON }', { subject: '', html: '', body: 'A brace { and no JSON }' }],
  ['{"other": 1}', { subject: '', html: '', body: '{"other": 1}' }],
  ['nul\u0000 and bell\u0007', { subject: '', html: '', body: 'nul and bell' }],
])('reads a model response: %j', (output, expected) => expect(readWritten(output)).toEqual(expected))

test.each(['', '   \n '])('no words at all: %j', (output) => expect(readWritten(output)).toBeNull())
