import type { Language } from '@imperium/contract/languages.ts'

/** What the product itself says on the pages of sign-up forms; the organization's own texts stand as they were written. */
export interface SignUpTexts {
  email: string
  firstName: string
  lastName: string
  phone: string
  optional: string
  choose: string
  about: string
  leaveEmpty: string
  submit: string
  heading: string
  thanksTitle: string
  thanks: string
  /** Of a form that asks for no confirmation. */
  thanksAtOnce: string
  /** Below either, of a form that asks for text messages. */
  thanksSms: string
  /** Beside the box for text messages; {organization} is its name. */
  smsConsent: string
  goOn: string
  goneTitle: string
  gone: string
  busyTitle: string
  busy: string
  required: string
  badEmail: string
  badPhone: string
  /** Text messages are asked for without a number. */
  phoneForSms: string
  bad: string
  choosePurpose: string
  again: string
}

export const signUpLabels: Record<Language, SignUpTexts> = {
  en: {
    email: 'Email',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    optional: 'optional',
    choose: 'Please choose',
    about: 'I want to hear about',
    leaveEmpty: 'Leave this empty',
    submit: 'Sign up',
    heading: 'Sign up',
    thanksTitle: 'Thank you',
    thanks: 'Check your inbox: if the address is right, we sent you a confirmation link.',
    thanksAtOnce: 'You are signed up. If the address has to be confirmed first, a letter with a link is on its way.',
    thanksSms: 'If you asked for text messages, one follows once the address is confirmed: answer it with YES.',
    smsConsent:
      'Also send me text messages from {organization} to this number. I can reply STOP at any time. Rates of my provider may apply.',
    goOn: 'Continue',
    goneTitle: 'This form is not there',
    gone: 'It was taken down, or the address is not complete.',
    busyTitle: 'Please try again later',
    busy: 'This form was sent very often just now.',
    required: 'Please fill this in.',
    badEmail: 'This is not an email address.',
    badPhone: 'This is not a phone number. Write it with + and the country.',
    phoneForSms: 'Please enter the number that text messages go to.',
    bad: 'This value is not possible.',
    choosePurpose: 'Please choose at least one.',
    again: 'That was very fast. Please press the button once more.',
  },
  es: {
    email: 'Correo electrónico',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    phone: 'Teléfono',
    optional: 'opcional',
    choose: 'Elige una opción',
    about: 'Quiero recibir información sobre',
    leaveEmpty: 'Deja este campo vacío',
    submit: 'Suscribirme',
    heading: 'Suscripción',
    thanksTitle: 'Gracias',
    thanks: 'Revisa tu buzón: si la dirección es correcta, recibirás un mensaje con un enlace para confirmarla.',
    thanksAtOnce: 'Te has suscrito. Si antes hay que confirmar la dirección, recibirás un mensaje con un enlace.',
    thanksSms: 'Si has pedido mensajes de texto, recibirás uno cuando la dirección esté confirmada: respóndelo con SÍ.',
    smsConsent:
      'Quiero recibir también mensajes de texto (SMS) de {organization} en este número. Puedo responder STOP en cualquier momento. Pueden aplicarse las tarifas de mi operador.',
    goOn: 'Continuar',
    goneTitle: 'Este formulario no existe',
    gone: 'Se ha retirado o la dirección no está completa.',
    busyTitle: 'Inténtalo más tarde',
    busy: 'Este formulario se ha enviado demasiadas veces.',
    required: 'Rellena este campo.',
    badEmail: 'No es una dirección de correo.',
    badPhone: 'No es un número de teléfono. Escríbelo con + y el país.',
    phoneForSms: 'Escribe el número en el que quieres recibir los mensajes de texto.',
    bad: 'Este valor no es posible.',
    choosePurpose: 'Elige al menos una opción.',
    again: 'Ha sido muy rápido. Pulsa el botón otra vez.',
  },
  fr: {
    email: 'Email',
    firstName: 'Prénom',
    lastName: 'Nom',
    phone: 'Téléphone',
    optional: 'facultatif',
    choose: 'Veuillez choisir',
    about: 'Je souhaite recevoir des informations sur',
    leaveEmpty: 'Laissez ce champ vide',
    submit: 'M’inscrire',
    heading: 'Inscription',
    thanksTitle: 'Merci',
    thanks: 'Consultez votre messagerie : si l’adresse est correcte, un message avec un lien de confirmation est en route.',
    thanksAtOnce: 'Vous êtes inscrit. Si l’adresse doit d’abord être confirmée, un message avec un lien est en route.',
    thanksSms: 'Si vous avez demandé des SMS, vous en recevrez un dès que l’adresse sera confirmée : répondez-y par OUI.',
    smsConsent:
      'Je souhaite aussi recevoir des SMS de {organization} à ce numéro. Je peux répondre STOP à tout moment. Le tarif de mon opérateur peut s’appliquer.',
    goOn: 'Continuer',
    goneTitle: 'Ce formulaire n’existe pas',
    gone: 'Il a été retiré, ou l’adresse est incomplète.',
    busyTitle: 'Veuillez réessayer plus tard',
    busy: 'Ce formulaire vient d’être envoyé trop souvent.',
    required: 'Veuillez remplir ce champ.',
    badEmail: 'Ce n’est pas une adresse e-mail.',
    badPhone: 'Ce n’est pas un numéro de téléphone. Écrivez-le avec + et le pays.',
    phoneForSms: 'Veuillez indiquer le numéro auquel envoyer les SMS.',
    bad: 'Cette valeur n’est pas possible.',
    choosePurpose: 'Veuillez en choisir au moins un.',
    again: 'C’était très rapide. Appuyez encore une fois sur le bouton.',
  },
  de: {
    email: 'E-Mail',
    firstName: 'Vorname',
    lastName: 'Nachname',
    phone: 'Telefon',
    optional: 'freiwillig',
    choose: 'Bitte wählen',
    about: 'Ich möchte Nachrichten über',
    leaveEmpty: 'Dieses Feld leer lassen',
    submit: 'Anmelden',
    heading: 'Anmeldung',
    thanksTitle: 'Vielen Dank',
    thanks: 'Bitte sehen Sie in Ihr Postfach: Wenn die Adresse stimmt, ist eine E-Mail mit einem Link zur Bestätigung unterwegs.',
    thanksAtOnce: 'Sie sind angemeldet. Muss die Adresse erst bestätigt werden, ist eine E-Mail mit einem Link unterwegs.',
    thanksSms: 'Wenn Sie SMS gewünscht haben, folgt eine, sobald die Adresse bestätigt ist: Antworten Sie darauf mit JA.',
    smsConsent:
      'Ich möchte auch SMS von {organization} an diese Nummer erhalten. Mit der Antwort STOP kann ich das jederzeit beenden. Es können Kosten meines Anbieters anfallen.',
    goOn: 'Weiter',
    goneTitle: 'Dieses Formular gibt es nicht',
    gone: 'Es wurde entfernt, oder die Adresse ist nicht vollständig.',
    busyTitle: 'Bitte versuchen Sie es später noch einmal',
    busy: 'Dieses Formular wurde gerade sehr oft abgeschickt.',
    required: 'Bitte ausfüllen.',
    badEmail: 'Das ist keine E-Mail-Adresse.',
    badPhone: 'Das ist keine Telefonnummer. Schreiben Sie sie mit + und Ländervorwahl.',
    phoneForSms: 'Bitte geben Sie die Nummer an, an die SMS gehen sollen.',
    bad: 'Dieser Wert ist nicht möglich.',
    choosePurpose: 'Bitte wählen Sie mindestens eines.',
    again: 'Das ging sehr schnell. Bitte drücken Sie den Knopf noch einmal.',
  },
  ja: {
    email: 'メールアドレス',
    firstName: '名',
    lastName: '姓',
    phone: '電話番号',
    optional: '任意',
    choose: '選択してください',
    about: '次の情報を受け取ります',
    leaveEmpty: 'この欄は空のままにしてください',
    submit: '登録する',
    heading: '登録',
    thanksTitle: 'ありがとうございます',
    thanks: 'メールをご確認ください。アドレスが正しければ、確認用リンクを記載したメールが届きます。',
    thanksAtOnce: '登録しました。アドレスの確認が必要な場合は、リンクを記載したメールが届きます。',
    thanksSms: 'SMSの受信を希望された場合は、アドレスの確認後にSMSが届きます。YES と返信してください。',
    smsConsent: 'この番号で {organization} からのSMSも受け取ります。STOP と返信すればいつでも停止できます。通信料がかかる場合があります。',
    goOn: '続ける',
    goneTitle: 'このフォームはありません',
    gone: '削除されたか、アドレスが正しくありません。',
    busyTitle: 'しばらくしてからお試しください',
    busy: 'このフォームへの送信が多すぎます。',
    required: '入力してください。',
    badEmail: 'メールアドレスではありません。',
    badPhone: '電話番号ではありません。+ と国番号から入力してください。',
    phoneForSms: 'SMSを受け取る電話番号を入力してください。',
    bad: 'この値は入力できません。',
    choosePurpose: '少なくとも一つ選択してください。',
    again: '送信が速すぎました。もう一度ボタンを押してください。',
  },
}
