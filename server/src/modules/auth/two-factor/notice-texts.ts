import type { Language } from '@imperium/contract/languages.ts'

export interface NoticeText {
  subject: string
  text: string
}

export type Notice =
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodeUsed'
  | 'recoveryCodesRenewed'
  | 'wrongAnswers'
  | 'resetByOperator'

/** Date and time, device, address. */
export const factLabels: Record<Language, readonly [string, string, string]> = {
  en: ['When', 'Device', 'IP address'],
  es: ['Cuándo', 'Dispositivo', 'Dirección IP'],
  fr: ['Quand', 'Appareil', 'Adresse IP'],
  de: ['Wann', 'Gerät', 'IP-Adresse'],
  ja: ['日時', 'デバイス', 'IP アドレス'],
}

export const notYou: Record<Language, string> = {
  en: 'If this was not you, change your password now and end all sessions in your security settings.',
  es: 'Si no has sido tú, cambia ahora tu contraseña y cierra todas las sesiones en tu configuración de seguridad.',
  fr: 'Si ce n’était pas vous, changez votre mot de passe maintenant et fermez toutes les sessions dans vos paramètres de sécurité.',
  de: 'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort und beenden Sie alle Sitzungen in Ihren Sicherheitseinstellungen.',
  ja: '心当たりがない場合は、すぐにパスワードを変更し、セキュリティ設定ですべてのセッションを終了してください。',
}

export const noticeLabels: Record<Notice, Record<Language, NoticeText>> = {
  authenticatorAdded: {
    en: {
      subject: 'Two-factor authentication is on',
      text: 'An authenticator app was set up for your account. Its code is asked at every sign-in from now on. All your other sessions were ended.',
    },
    es: {
      subject: 'La autenticación de dos factores está activada',
      text: 'Se ha configurado una app de autenticación para tu cuenta. A partir de ahora se pedirá su código en cada inicio de sesión. Se han cerrado todas tus demás sesiones.',
    },
    fr: {
      subject: 'L’authentification à deux facteurs est activée',
      text: 'Une application d’authentification a été configurée pour votre compte. Son code sera désormais demandé à chaque connexion. Toutes vos autres sessions ont été fermées.',
    },
    de: {
      subject: 'Die Zwei-Faktor-Authentifizierung ist eingeschaltet',
      text: 'Für Ihr Konto wurde eine Authenticator-App eingerichtet. Ab jetzt wird bei jeder Anmeldung ihr Code verlangt. Alle anderen Sitzungen wurden beendet.',
    },
    ja: {
      subject: '2 要素認証が有効になりました',
      text: 'アカウントに認証アプリが設定されました。今後はサインインのたびにコードの入力が必要です。他のセッションはすべて終了しました。',
    },
  },
  authenticatorRemoved: {
    en: {
      subject: 'The authenticator app was removed',
      text: 'The authenticator app of your account was removed. All your other sessions were ended.',
    },
    es: {
      subject: 'Se ha eliminado la app de autenticación',
      text: 'Se ha eliminado la app de autenticación de tu cuenta. Se han cerrado todas tus demás sesiones.',
    },
    fr: {
      subject: 'L’application d’authentification a été retirée',
      text: 'L’application d’authentification de votre compte a été retirée. Toutes vos autres sessions ont été fermées.',
    },
    de: {
      subject: 'Die Authenticator-App wurde entfernt',
      text: 'Die Authenticator-App Ihres Kontos wurde entfernt. Alle anderen Sitzungen wurden beendet.',
    },
    ja: { subject: '認証アプリが削除されました', text: 'アカウントの認証アプリが削除されました。他のセッションはすべて終了しました。' },
  },
  passkeyAdded: {
    en: { subject: 'A passkey was added', text: 'A passkey was added to your account. All your other sessions were ended.' },
    es: {
      subject: 'Se ha añadido una llave de acceso',
      text: 'Se ha añadido una llave de acceso a tu cuenta. Se han cerrado todas tus demás sesiones.',
    },
    fr: {
      subject: 'Une clé d’accès a été ajoutée',
      text: 'Une clé d’accès a été ajoutée à votre compte. Toutes vos autres sessions ont été fermées.',
    },
    de: {
      subject: 'Ein Passkey wurde hinzugefügt',
      text: 'Ihrem Konto wurde ein Passkey hinzugefügt. Alle anderen Sitzungen wurden beendet.',
    },
    ja: { subject: 'パスキーが追加されました', text: 'アカウントにパスキーが追加されました。他のセッションはすべて終了しました。' },
  },
  passkeyRemoved: {
    en: { subject: 'A passkey was removed', text: 'A passkey of your account was removed. All your other sessions were ended.' },
    es: {
      subject: 'Se ha eliminado una llave de acceso',
      text: 'Se ha eliminado una llave de acceso de tu cuenta. Se han cerrado todas tus demás sesiones.',
    },
    fr: {
      subject: 'Une clé d’accès a été retirée',
      text: 'Une clé d’accès de votre compte a été retirée. Toutes vos autres sessions ont été fermées.',
    },
    de: { subject: 'Ein Passkey wurde entfernt', text: 'Ein Passkey Ihres Kontos wurde entfernt. Alle anderen Sitzungen wurden beendet.' },
    ja: { subject: 'パスキーが削除されました', text: 'アカウントのパスキーが削除されました。他のセッションはすべて終了しました。' },
  },
  recoveryCodeUsed: {
    en: {
      subject: 'A recovery code was used',
      text: 'Somebody signed in to your account with one of your recovery codes. It does not work a second time.',
    },
    es: {
      subject: 'Se ha usado un código de recuperación',
      text: 'Alguien ha iniciado sesión en tu cuenta con uno de tus códigos de recuperación. No funciona una segunda vez.',
    },
    fr: {
      subject: 'Un code de récupération a été utilisé',
      text: 'Quelqu’un s’est connecté à votre compte avec un de vos codes de récupération. Il ne fonctionne pas une seconde fois.',
    },
    de: {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      text: 'Jemand hat sich mit einem Ihrer Wiederherstellungscodes angemeldet. Er gilt kein zweites Mal.',
    },
    ja: {
      subject: 'リカバリーコードが使用されました',
      text: 'リカバリーコードを使ってアカウントへのサインインが行われました。このコードは再使用できません。',
    },
  },
  recoveryCodesRenewed: {
    en: {
      subject: 'New recovery codes',
      text: 'New recovery codes were made for your account. The old ones no longer work. All your other sessions were ended.',
    },
    es: {
      subject: 'Nuevos códigos de recuperación',
      text: 'Se han creado nuevos códigos de recuperación para tu cuenta. Los anteriores ya no funcionan. Se han cerrado todas tus demás sesiones.',
    },
    fr: {
      subject: 'Nouveaux codes de récupération',
      text: 'De nouveaux codes de récupération ont été créés pour votre compte. Les anciens ne fonctionnent plus. Toutes vos autres sessions ont été fermées.',
    },
    de: {
      subject: 'Neue Wiederherstellungscodes',
      text: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr. Alle anderen Sitzungen wurden beendet.',
    },
    ja: {
      subject: '新しいリカバリーコード',
      text: 'アカウントの新しいリカバリーコードが作成されました。以前のコードは使用できません。他のセッションはすべて終了しました。',
    },
  },
  wrongAnswers: {
    en: {
      subject: 'Wrong codes at your sign-in',
      text: 'Somebody got past the first step of your sign-in and then answered the second one wrongly five times. They were not let in.',
    },
    es: {
      subject: 'Códigos erróneos en tu inicio de sesión',
      text: 'Alguien superó el primer paso de tu inicio de sesión y respondió mal cinco veces al segundo. No ha podido entrar.',
    },
    fr: {
      subject: 'Codes erronés à votre connexion',
      text: 'Quelqu’un a franchi la première étape de votre connexion, puis a mal répondu cinq fois à la seconde. L’accès a été refusé.',
    },
    de: {
      subject: 'Falsche Codes bei Ihrer Anmeldung',
      text: 'Jemand hat den ersten Schritt Ihrer Anmeldung geschafft und den zweiten fünfmal falsch beantwortet. Der Zugang wurde verweigert.',
    },
    ja: {
      subject: 'サインイン時に誤ったコードが入力されました',
      text: 'サインインの最初の手順を通過した後、2 番目の手順で 5 回誤った回答がありました。アクセスは拒否されました。',
    },
  },
  resetByOperator: {
    en: {
      subject: 'Your two-factor authentication was reset',
      text: 'The operator of this Imperium removed the authenticator app, passkeys and recovery codes of your account and ended all your sessions. Sign in with your password and set up a second factor again.',
    },
    es: {
      subject: 'Se ha restablecido tu autenticación de dos factores',
      text: 'El operador de este Imperium ha eliminado la app de autenticación, las llaves de acceso y los códigos de recuperación de tu cuenta y ha cerrado todas tus sesiones. Inicia sesión con tu contraseña y configura de nuevo un segundo factor.',
    },
    fr: {
      subject: 'Votre authentification à deux facteurs a été réinitialisée',
      text: 'L’opérateur de cet Imperium a retiré l’application d’authentification, les clés d’accès et les codes de récupération de votre compte et a fermé toutes vos sessions. Connectez-vous avec votre mot de passe et configurez à nouveau un second facteur.',
    },
    de: {
      subject: 'Ihre Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
      text: 'Der Betreiber dieses Imperium hat Authenticator-App, Passkeys und Wiederherstellungscodes Ihres Kontos entfernt und alle Sitzungen beendet. Melden Sie sich mit Ihrem Passwort an und richten Sie wieder einen zweiten Faktor ein.',
    },
    ja: {
      subject: '2 要素認証がリセットされました',
      text: 'この Imperium の運用者が、アカウントの認証アプリ、パスキー、リカバリーコードを削除し、すべてのセッションを終了しました。パスワードでサインインし、2 つ目の要素を設定し直してください。',
    },
  },
}
