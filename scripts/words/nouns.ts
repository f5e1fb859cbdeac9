/**
 * Common nouns that server messages contain as values: `Choose an agent: …`, `This account is used by …`. The page translates them
 * by this mark, so that it needs no list of nouns, and a name is not mistaken for one.
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
