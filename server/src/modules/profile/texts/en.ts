import type { ProfileTexts } from './texts.ts'

export const en: ProfileTexts = {
  confirmEmail: {
    subject: 'Confirm your new email address',
    text: 'Your Imperium account is about to move to this address. Confirm it, and you sign in with it from then on.',
    action: 'Confirm the address',
    note: 'The link works once, within one hour. If you did not ask for this, ignore this mail: nothing changes.',
  },
  emailTaken: {
    subject: 'This address already has an account',
    text: 'Somebody asked to move an Imperium account to this address. It already belongs to an account of its own, so nothing was changed.',
    note: 'If it was you, sign in with this address, or use another one.',
  },
  emailRequested: {
    subject: 'Your email address is about to change',
    text: 'Your Imperium account will move to {email} as soon as the link that was mailed there is opened. Until then nothing changes.',
    note: 'If it was not you, change your password and end all other sessions at once.',
  },
  emailChanged: {
    subject: 'Your email address was changed',
    text: 'Your Imperium account now uses {email}. This address no longer opens it.',
    note: 'If it was not you, tell your administrator at once.',
  },
  confirmDeletion: {
    subject: 'Confirm the deletion of your account',
    text: 'You asked for the deletion of your Imperium account. Once you confirm, all sessions end, and the account is erased {days} days later.',
    action: 'Delete my account',
    note: 'The link works once, within one hour. If it was not you, ignore this mail and change your password.',
  },
  deletionScheduled: {
    subject: 'Your account will be deleted on {date}',
    text: 'All sessions of your Imperium account have ended. On {date} the account and your personal data are erased.',
    action: 'Sign in to keep it',
    note: 'To keep the account, sign in before that day.',
  },
  deletionCancelled: {
    subject: 'Your account stays',
    text: 'The deletion of your Imperium account was cancelled. Nothing was erased.',
    note: 'If it was not you, change your password.',
  },
  accountErased: {
    subject: 'Your account was deleted',
    text: 'Your Imperium account and your personal data were erased. This is the last mail to this address.',
  },
  exportReady: {
    subject: 'Your data is ready',
    text: 'Everything that Imperium stores about you was collected into one file. You can download it until {date}.',
    action: 'Open my profile',
    note: 'For your safety the file is not attached: sign in to download it.',
  },
}
