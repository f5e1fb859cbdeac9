/** Placeholder sentences of the HTML layouts: a message that still has one was not finished. */
export const sampleSentences: readonly string[] = [
  'Write as you would to one person.',
  'What is new, in one line',
  'Say what it is and why it matters to the reader.',
  'Two or three sentences, and where to read on.',
  'First story',
  'Second story',
  'Third story',
]
