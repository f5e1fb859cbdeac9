/**
 * Common nouns that messages of the server hold as values: `Choose an agent: …`, `This account is used by …`. The page looks them up
 * with this mark, so that it needs no list of them, and a name is not taken for one.
 */
export const nounMark = '||noun'
export const nouns = [
  'single sign-on',
  'an agent',
  'a workflow',
  'a sender',
  'an account',
  'a WhatsApp template',
  'a segment',
  'a campaign',
  'a member',
  'a credential',
  'account',
  'sender',
  'template',
]
