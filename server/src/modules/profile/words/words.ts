/** The text of an email; `{name}` is replaced by a value. */
interface LetterWords {
  subject: string
  text: string
  action?: string
  note?: string
}

export type LetterName =
  | 'confirmEmail'
  | 'emailTaken'
  | 'emailRequested'
  | 'emailChanged'
  | 'confirmDeletion'
  | 'deletionScheduled'
  | 'deletionCancelled'
  | 'accountErased'
  | 'exportReady'

export type ProfileWords = Record<LetterName, LetterWords>
