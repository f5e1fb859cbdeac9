import type { ProfileTexts } from './texts.ts'

export const de: ProfileTexts = {
  confirmEmail: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    text: 'Ihr Imperium-Konto soll auf diese Adresse umziehen. Bestätigen Sie sie, dann melden Sie sich künftig mit ihr an.',
    action: 'Adresse bestätigen',
    note: 'Der Link funktioniert einmal und gilt eine Stunde. Wenn Sie das nicht wollten, ignorieren Sie diese E-Mail: Es ändert sich nichts.',
  },
  emailTaken: {
    subject: 'Diese Adresse hat bereits ein Konto',
    text: 'Jemand wollte ein Imperium-Konto auf diese Adresse umziehen. Sie gehört bereits zu einem eigenen Konto, darum wurde nichts geändert.',
    note: 'Wenn Sie es waren, melden Sie sich mit dieser Adresse an oder verwenden Sie eine andere.',
  },
  emailRequested: {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    text: 'Ihr Imperium-Konto zieht auf {email} um, sobald der dorthin gesendete Link geöffnet wird. Bis dahin ändert sich nichts.',
    note: 'Wenn Sie es nicht waren, ändern Sie sofort Ihr Passwort und beenden Sie alle anderen Sitzungen.',
  },
  emailChanged: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    text: 'Ihr Imperium-Konto verwendet jetzt {email}. Diese Adresse öffnet es nicht mehr.',
    note: 'Wenn Sie es nicht waren, wenden Sie sich sofort an Ihren Administrator.',
  },
  confirmDeletion: {
    subject: 'Bestätigen Sie die Löschung Ihres Kontos',
    text: 'Sie möchten Ihr Imperium-Konto löschen. Sobald Sie bestätigen, enden alle Sitzungen, und {days} Tage später wird das Konto gelöscht.',
    action: 'Mein Konto löschen',
    note: 'Der Link funktioniert einmal und gilt eine Stunde. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail und ändern Sie Ihr Passwort.',
  },
  deletionScheduled: {
    subject: 'Ihr Konto wird am {date} gelöscht',
    text: 'Alle Sitzungen Ihres Imperium-Kontos sind beendet. Am {date} werden das Konto und Ihre persönlichen Daten gelöscht.',
    action: 'Anmelden und behalten',
    note: 'Um das Konto zu behalten, melden Sie sich vor diesem Tag an.',
  },
  deletionCancelled: {
    subject: 'Ihr Konto bleibt bestehen',
    text: 'Die Löschung Ihres Imperium-Kontos wurde abgebrochen. Es wurde nichts gelöscht.',
    note: 'Wenn Sie es nicht waren, ändern Sie Ihr Passwort.',
  },
  accountErased: {
    subject: 'Ihr Konto wurde gelöscht',
    text: 'Ihr Imperium-Konto und Ihre persönlichen Daten wurden gelöscht. Dies ist die letzte E-Mail an diese Adresse.',
  },
  exportReady: {
    subject: 'Ihre Daten stehen bereit',
    text: 'Alles, was Imperium über Sie speichert, wurde in einer Datei zusammengestellt. Sie können sie bis zum {date} herunterladen.',
    action: 'Mein Profil öffnen',
    note: 'Zu Ihrer Sicherheit ist die Datei nicht angehängt: Melden Sie sich an, um sie herunterzuladen.',
  },
}
