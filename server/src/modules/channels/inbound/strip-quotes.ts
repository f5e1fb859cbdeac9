/** Lines with which mail programs begin a quote, in the five languages of the product, and the programs' own markers. */
const starts = [
  /^-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|mensaje original|元のメッセージ)\s*-{2,}/i,
  /^_{20,}$/,
  /^(on|am|le|el)\b.{4,200}(wrote|schrieb|a écrit|escribió)\s?:$/i,
  // In German, the name follows the verb.
  /^am\b.{2,100}\bschrieb\b.{0,200}:$/i,
  /^.{4,200}のメール:$/,
  /^\d{4}年.{4,200}:$/,
  /^(from|von|de|差出人)\s?:\s.{1,200}$/i,
]
const after = /^(sent|date|gesendet|datum|envoyé|enviado|fecha|送信日時|to|an|à|para|宛先|subject|betreff|objet|asunto|件名)\s?:/i

/** The text of a reply without its quoted part. If nothing else is left, the whole text. */
export function stripQuotes(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines.findIndex((line, index) => isStart(line.trim(), lines[index + 1]?.trim() ?? ''))
  const own = (end === -1 ? lines : lines.slice(0, end)).filter((line) => !line.startsWith('>'))
  const stripped = own.join('\n').trim()
  return stripped === '' ? text.trim() : stripped
}

function isStart(line: string, next: string): boolean {
  if (line.length > 400) return false
  // A mail program's header of the quoted email has at least two lines; a single such line may be ordinary text.
  if (starts.at(-1)?.test(line)) return after.test(next)
  if (starts.slice(0, -1).some((pattern) => pattern.test(line))) return true
  // "On Monday, 5 May, Name" with "<a@b.c> wrote:" on the next line.
  return /^(on|am|le|el)\b/i.test(line) && line.length < 200 && /^.{0,150}(wrote|schrieb|a écrit|escribió)\s?:$/i.test(next)
}
