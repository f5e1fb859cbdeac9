import type { Language } from '@imperium/contract/languages.ts'

interface Texts {
  subject: string
  paragraphs: string[]
  action: string
  notes: string[]
}

/** Texts of the emails about address, password and sign-in. */
export const emailTexts: Record<'verify' | 'reset' | 'changed' | 'newDevice', Record<Language, Texts>> & {
  facts: Record<Language, readonly [when: string, device: string, address: string]>
} = {
  facts: {
    en: ['When', 'Device', 'IP address'],
    es: ['Cuándo', 'Dispositivo', 'Dirección IP'],
    fr: ['Quand', 'Appareil', 'Adresse IP'],
    de: ['Wann', 'Gerät', 'IP-Adresse'],
    ja: ['日時', 'デバイス', 'IP アドレス'],
  },
  verify: {
    en: {
      subject: 'Verify your email address',
      paragraphs: ['Welcome to Imperium. Please confirm that this address is yours.'],
      action: 'Verify email address',
      notes: ['The link works for 24 hours.', 'If you did not create an account with Imperium, you can ignore this mail.'],
    },
    es: {
      subject: 'Verifica tu dirección de correo',
      paragraphs: ['Te damos la bienvenida a Imperium. Confirma que esta dirección es tuya.'],
      action: 'Verificar dirección de correo',
      notes: ['El enlace funciona durante 24 horas.', 'Si no has creado una cuenta en Imperium, puedes ignorar este correo.'],
    },
    fr: {
      subject: 'Validez votre adresse e-mail',
      paragraphs: ['Bienvenue chez Imperium. Veuillez confirmer que cette adresse est la vôtre.'],
      action: 'Valider l’adresse e-mail',
      notes: ['Le lien est valable 24 heures.', 'Si vous n’avez pas créé de compte Imperium, vous pouvez ignorer cet e-mail.'],
    },
    de: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: ['Willkommen bei Imperium. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.'],
      action: 'E-Mail-Adresse bestätigen',
      notes: ['Der Link gilt 24 Stunden.', 'Wenn Sie kein Konto bei Imperium angelegt haben, können Sie diese Nachricht ignorieren.'],
    },
    ja: {
      subject: 'メールアドレスの確認',
      paragraphs: ['Imperium へようこそ。このメールアドレスがご本人のものであることを確認してください。'],
      action: 'メールアドレスを確認する',
      notes: ['このリンクは 24 時間有効です。', 'Imperium のアカウントを作成した覚えがない場合は、このメールを無視してください。'],
    },
  },
  reset: {
    en: {
      subject: 'Reset your password',
      paragraphs: ['Somebody asked to reset the password of your Imperium account. If it was you, choose a new password now.'],
      action: 'Choose a new password',
      notes: [
        'The link works for 30 minutes and once only. All sessions end when the password is reset.',
        'If it was not you, ignore this mail: your password stays as it is.',
      ],
    },
    es: {
      subject: 'Restablece tu contraseña',
      paragraphs: ['Alguien ha pedido restablecer la contraseña de tu cuenta de Imperium. Si has sido tú, elige ahora una nueva.'],
      action: 'Elegir una nueva contraseña',
      notes: [
        'El enlace funciona durante 30 minutos y una sola vez. Todas las sesiones se cierran al restablecer la contraseña.',
        'Si no has sido tú, ignora este correo: tu contraseña no cambia.',
      ],
    },
    fr: {
      subject: 'Réinitialisez votre mot de passe',
      paragraphs: [
        'Quelqu’un a demandé la réinitialisation du mot de passe de votre compte Imperium. Si c’était vous, choisissez-en un nouveau maintenant.',
      ],
      action: 'Choisir un nouveau mot de passe',
      notes: [
        'Le lien est valable 30 minutes et une seule fois. Toutes les sessions se terminent lors de la réinitialisation.',
        'Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.',
      ],
    },
    de: {
      subject: 'Setzen Sie Ihr Passwort zurück',
      paragraphs: [
        'Jemand möchte das Passwort Ihres Imperium-Kontos zurücksetzen. Wenn Sie das waren, wählen Sie jetzt ein neues Passwort.',
      ],
      action: 'Neues Passwort wählen',
      notes: [
        'Der Link gilt 30 Minuten und nur einmal. Beim Zurücksetzen enden alle Sitzungen.',
        'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.',
      ],
    },
    ja: {
      subject: 'パスワードの再設定',
      paragraphs: ['Imperium アカウントのパスワード再設定が求められました。ご本人の場合は、新しいパスワードを設定してください。'],
      action: '新しいパスワードを設定する',
      notes: [
        'このリンクは 30 分間、一度だけ有効です。再設定するとすべてのセッションが終了します。',
        '心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
      ],
    },
  },
  changed: {
    en: {
      subject: 'Your password was changed',
      paragraphs: ['The password of your Imperium account was changed, and your other sessions were ended.'],
      action: 'Reset your password',
      notes: ['If this was not you, reset your password at once and look through your active sessions.'],
    },
    es: {
      subject: 'Tu contraseña ha cambiado',
      paragraphs: ['La contraseña de tu cuenta de Imperium ha cambiado y tus demás sesiones se han cerrado.'],
      action: 'Restablecer la contraseña',
      notes: ['Si no has sido tú, restablece tu contraseña de inmediato y revisa tus sesiones activas.'],
    },
    fr: {
      subject: 'Votre mot de passe a été modifié',
      paragraphs: ['Le mot de passe de votre compte Imperium a été modifié et vos autres sessions ont été fermées.'],
      action: 'Réinitialiser le mot de passe',
      notes: ['Si ce n’était pas vous, réinitialisez votre mot de passe immédiatement et vérifiez vos sessions actives.'],
    },
    de: {
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: ['Das Passwort Ihres Imperium-Kontos wurde geändert, und Ihre anderen Sitzungen wurden beendet.'],
      action: 'Passwort zurücksetzen',
      notes: ['Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück und prüfen Sie Ihre aktiven Sitzungen.'],
    },
    ja: {
      subject: 'パスワードが変更されました',
      paragraphs: ['Imperium アカウントのパスワードが変更され、他のセッションは終了しました。'],
      action: 'パスワードを再設定する',
      notes: ['心当たりがない場合は、すぐにパスワードを再設定し、有効なセッションを確認してください。'],
    },
  },
  newDevice: {
    en: {
      subject: 'New sign-in to your account',
      paragraphs: ['Your Imperium account was signed in to from a device and a network that we have not seen with it before.'],
      action: 'This was not me: reset the password',
      notes: [
        'If this was you, there is nothing to do.',
        'Otherwise reset your password: that ends all sessions. Then turn on two-factor authentication.',
      ],
    },
    es: {
      subject: 'Nuevo inicio de sesión en tu cuenta',
      paragraphs: ['Se ha iniciado sesión en tu cuenta de Imperium desde un dispositivo y una red que no habíamos visto antes con ella.'],
      action: 'No he sido yo: restablecer la contraseña',
      notes: [
        'Si has sido tú, no tienes que hacer nada.',
        'Si no, restablece tu contraseña: así se cierran todas las sesiones. Después activa la autenticación de dos factores.',
      ],
    },
    fr: {
      subject: 'Nouvelle connexion à votre compte',
      paragraphs: [
        'Une connexion à votre compte Imperium a eu lieu depuis un appareil et un réseau que nous n’avions encore jamais vus avec lui.',
      ],
      action: 'Ce n’était pas moi : réinitialiser le mot de passe',
      notes: [
        'Si c’était vous, vous n’avez rien à faire.',
        'Sinon, réinitialisez votre mot de passe : toutes les sessions se terminent. Activez ensuite l’authentification à deux facteurs.',
      ],
    },
    de: {
      subject: 'Neue Anmeldung bei Ihrem Konto',
      paragraphs: [
        'Bei Ihrem Imperium-Konto hat sich jemand mit einem Gerät und aus einem Netz angemeldet, die wir dort noch nie gesehen haben.',
      ],
      action: 'Das war nicht ich: Passwort zurücksetzen',
      notes: [
        'Wenn Sie das waren, ist nichts zu tun.',
        'Andernfalls setzen Sie Ihr Passwort zurück: Damit enden alle Sitzungen. Schalten Sie dann die Zwei-Faktor-Authentifizierung ein.',
      ],
    },
    ja: {
      subject: 'アカウントへの新しいサインイン',
      paragraphs: ['これまで使用されたことのないデバイスとネットワークから、Imperium アカウントへのサインインがありました。'],
      action: '心当たりがない: パスワードを再設定する',
      notes: [
        'ご本人の場合は、何もする必要はありません。',
        '心当たりがない場合は、パスワードを再設定してください。すべてのセッションが終了します。その後、2 要素認証を有効にしてください。',
      ],
    },
  },
}
