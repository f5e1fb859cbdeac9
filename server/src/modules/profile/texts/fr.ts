import type { ProfileTexts } from './texts.ts'

export const fr: ProfileTexts = {
  confirmEmail: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    text: 'Votre compte Imperium va passer à cette adresse. Confirmez-la : vous vous connecterez ensuite avec elle.',
    action: 'Confirmer l’adresse',
    note: 'Le lien fonctionne une seule fois, pendant une heure. Si vous n’avez rien demandé, ignorez ce message : rien ne change.',
  },
  emailTaken: {
    subject: 'Cette adresse a déjà un compte',
    text: 'Quelqu’un a demandé à faire passer un compte Imperium à cette adresse. Elle appartient déjà à un autre compte : rien n’a été changé.',
    note: 'Si c’était vous, connectez-vous avec cette adresse ou utilisez-en une autre.',
  },
  emailRequested: {
    subject: 'Votre adresse e-mail va changer',
    text: 'Votre compte Imperium passera à {email} dès que le lien envoyé à cette adresse sera ouvert. D’ici là, rien ne change.',
    note: 'Si ce n’était pas vous, changez votre mot de passe et fermez immédiatement les autres sessions.',
  },
  emailChanged: {
    subject: 'Votre adresse e-mail a été changée',
    text: 'Votre compte Imperium utilise désormais {email}. Cette adresse ne l’ouvre plus.',
    note: 'Si ce n’était pas vous, prévenez immédiatement votre administrateur.',
  },
  confirmDeletion: {
    subject: 'Confirmez la suppression de votre compte',
    text: 'Vous avez demandé la suppression de votre compte Imperium. Une fois confirmée, toutes les sessions se ferment et le compte est effacé {days} jours plus tard.',
    action: 'Supprimer mon compte',
    note: 'Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, ignorez ce message et changez votre mot de passe.',
  },
  deletionScheduled: {
    subject: 'Votre compte sera supprimé le {date}',
    text: 'Toutes les sessions de votre compte Imperium sont fermées. Le {date}, le compte et vos données personnelles seront effacés.',
    action: 'Me connecter pour le garder',
    note: 'Pour garder le compte, connectez-vous avant cette date.',
  },
  deletionCancelled: {
    subject: 'Votre compte est conservé',
    text: 'La suppression de votre compte Imperium a été annulée. Rien n’a été effacé.',
    note: 'Si ce n’était pas vous, changez votre mot de passe.',
  },
  accountErased: {
    subject: 'Votre compte a été supprimé',
    text: 'Votre compte Imperium et vos données personnelles ont été effacés. Ceci est le dernier message à cette adresse.',
  },
  exportReady: {
    subject: 'Vos données sont prêtes',
    text: 'Tout ce qu’Imperium conserve à votre sujet a été réuni dans un fichier. Vous pouvez le télécharger jusqu’au {date}.',
    action: 'Ouvrir mon profil',
    note: 'Pour votre sécurité, le fichier n’est pas joint : connectez-vous pour le télécharger.',
  },
}
