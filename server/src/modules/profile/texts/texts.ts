/** The text of an email; `{name}` is replaced by a value. */
interface EmailTexts {
  subject: string
  text: string
  action?: string
  note?: string
}

export type AccountEmailName =
  | 'confirmEmail'
  | 'emailTaken'
  | 'emailRequested'
  | 'emailChanged'
  | 'confirmDeletion'
  | 'deletionScheduled'
  | 'deletionCancelled'
  | 'accountErased'
  | 'exportReady'

export type ProfileTexts = Record<AccountEmailName, EmailTexts>
