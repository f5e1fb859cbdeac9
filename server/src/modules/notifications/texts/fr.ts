import type { NotificationTexts } from './texts.ts'

export const fr: NotificationTexts = {
  news: {
    welcome: {
      title: 'Bienvenue sur Imperium',
      message: 'Créez votre premier agent IA et lancez-le : le modèle du bac à sable est prêt, sans clé.',
    },
    'run-failed': { title: '{agent} a échoué', titleOfMany: '{agent} a échoué {count} fois', message: '{message}' },
    'workflow-failed': {
      title: 'Le workflow {workflow} a échoué',
      titleOfMany: 'Le workflow {workflow} a échoué {count} fois',
      message: '{message}',
    },
    'member-joined': { title: '{name} a rejoint l’organisation', message: 'Rôle : {role}.' },
    'role-changed': { title: 'Votre rôle est désormais {role}', message: 'Ce que vous pouvez faire dans {organization} a changé.' },
    'new-device': {
      title: 'Nouvelle connexion depuis {browser} sur {device}',
      message: 'Adresse {address}. Si ce n’était pas vous, fermez cette session et changez votre mot de passe.',
    },
    'api-key-created': {
      title: 'Nouvelle clé API : {name}',
      message: 'Créée par {creator}. Elle ouvre l’organisation à un programme, dans la limite de ses portées.',
    },
    'export-ready': { title: 'Vos données sont prêtes', message: 'Téléchargez le fichier depuis votre profil sous sept jours.' },
    'message-received': { title: 'Nouveau message de {name}', titleOfMany: '{count} nouveaux messages de {name}', message: '{subject}' },
    'conversation-assigned': { title: '{name} vous a confié une conversation', message: '{subject}' },
    'message-undelivered': { title: 'Votre message n’est pas arrivé : {subject}', message: '{reason}' },
    mentioned: {
      title: '{name} vous a mentionné dans une note',
      titleOfMany: 'Vous avez été mentionné dans {count} notes',
      message: '{subject}',
    },
    'ticket-answered': {
      title: '{name} a répondu à votre demande d’assistance',
      titleOfMany: '{name} a répondu {count} fois à votre demande d’assistance',
      message: '{subject}',
    },
    'campaign-approval': { title: '{campaign} attend votre approbation', message: '{name} souhaite l’envoyer à {recipients} personnes.' },
    'campaign-paused': { title: '{campaign} a été mise en pause', message: '{reason}' },
    'campaign-alarm': { title: '{campaign} : trop de plaintes ou de messages non remis', message: '{reason}' },
    'campaign-completed': { title: '{campaign} est terminée', message: 'Tous les destinataires ont été traités. Voir les chiffres.' },
    'approval-requested': { title: 'Votre décision est demandée : {title}', message: 'Le workflow « {workflow} » l’attend.' },
    'webhook-failing': {
      title: '{webhook} échoue continuellement',
      message: 'Aucune livraison n’a réussi depuis le {since}. Il sera désactivé le {date} si rien ne change.',
    },
    'webhook-disabled': {
      title: '{webhook} a été désactivé',
      message: 'Aucune livraison n’a réussi en cinq jours. Les livraisons échouées pourront être rejouées une fois qu’il sera réactivé.',
    },
    'webhook-gone': {
      title: '{webhook} a été désactivé',
      message:
        'Le destinataire ne veut plus de livraisons (410). Les livraisons échouées pourront être rejouées une fois qu’il sera réactivé.',
    },
    'domain-verified': {
      title: '{domain} est vérifié',
      message: 'Le domaine mène à votre organisation. Son certificat suit en quelques minutes.',
    },
    'domain-failed': {
      title: '{domain} n’a pas pu être vérifié',
      message:
        'Ses enregistrements DNS n’ont pas été trouvés à temps. Ouvrez les paramètres de domaine pour voir ce qui a été trouvé, puis réessayez.',
    },
    'domain-lost': {
      title: '{domain} a été repris',
      message: 'Le propriétaire du domaine l’a prouvé pour une autre organisation. Vos pages et liens ne l’utilisent plus.',
    },
    'connection-failing': {
      title: '{connection} ne fonctionne pas',
      message:
        'Le service refuse la connexion, ses actions et déclencheurs sont donc à l’arrêt. Elle est testée à nouveau d’elle-même ; si cela ne suffit pas, saisissez à nouveau les identifiants.',
    },
    'connection-ending': {
      title: '{connection} demande une nouvelle connexion',
      message:
        'Sa session se termine le {date} et ne peut pas être renouvelée d’elle-même. Reconnectez-vous avant, pour que ses actions et déclencheurs continuent.',
    },
    'job-aside': {
      title: 'Une tâche de fond a été arrêtée',
      message:
        'Le serveur s’est arrêté deux fois pendant « {job} » : la tâche n’est plus relancée d’elle-même. L’opérateur de cette installation peut la relancer (numéro {id}).',
    },
    'email-aside': {
      title: 'Un e-mail a été mis de côté',
      message:
        'Le serveur s’est arrêté deux fois pendant la lecture d’un e-mail de « {job} » : il n’est plus relu. Consultez-le dans la boîte aux lettres elle-même.',
    },
    'document-aside': {
      title: 'Un document a été mis de côté',
      message:
        'Le serveur s’est arrêté deux fois pendant la lecture de « {job} » : il n’est plus relu de lui-même. Divisez le fichier et importez ses parties.',
    },
    'assistant-approval': {
      title: '{client} attend votre approbation',
      message: 'Action demandée : {summary}. Approuvez-la ou refusez-la sous un jour.',
    },
    'subscription-renews': {
      title: 'Votre forfait {plan} se renouvelle le {date}',
      message: 'Payez {amount} d’ici là pour le conserver. Le paiement se trouve sur la page de facturation.',
    },
    'subscription-renews-itself': {
      title: 'Votre forfait {plan} se renouvelle le {date}',
      message:
        '{amount} seront prélevés avant cette date par le moyen de paiement choisi. Vous pouvez l’arrêter sur la page de facturation.',
    },
    'subscription-refused': {
      title: 'Le renouvellement automatique de votre forfait {plan} a été refusé',
      message: 'Payez {amount} avant le {date} sur la page de facturation pour garder le forfait.',
    },
    'subscription-ends': {
      title: 'Votre forfait {plan} prend fin le {date}',
      message: 'Vous l’avez résilié. Vous pouvez le reprendre d’ici là sur la page de facturation.',
    },
    'subscription-due': {
      title: 'Le paiement de votre forfait {plan} est dû',
      message: 'Payez {amount} avant le {date} pour conserver le forfait. Ensuite, les limites du forfait Free s’appliqueront.',
    },
    'subscription-ended': {
      title: 'Votre forfait payant a pris fin',
      message:
        'Les limites du forfait Free s’appliquent désormais. Rien n’a été supprimé et les agents au-delà de la limite sont en pause.',
    },
    'subscription-changed': {
      title: 'Vous êtes maintenant sur le forfait {plan}',
      message: 'Le changement que vous avez choisi est en vigueur.',
    },
    'limit-near': {
      title: '{limit} : {percent} % de votre forfait sont utilisés',
      message: '{used} sur {allowed} sont utilisés. Le forfait {plan} en autorise davantage.',
    },
    'limit-reached': {
      title: '{limit} : la limite de votre forfait est atteinte',
      message: '{used} sur {allowed} sont utilisés. Le forfait {plan} en autorise davantage.',
    },
    'top-up-cap': {
      title: 'La recharge automatique n’a pas eu lieu : le plafond mensuel est atteint',
      message: 'Relevez le plafond ou rechargez sur la page de facturation.',
    },
    'top-up-mandate': {
      title: 'La recharge automatique n’a pas eu lieu : aucune carte n’est enregistrée',
      message: 'Rechargez une fois sur la page de facturation. Votre carte est gardée pour les suivantes.',
    },
    'top-up-refused': {
      title: 'Le prestataire de paiement a refusé la recharge automatique',
      message: 'Rechargez sur la page de facturation. Un nouvel essai aura lieu demain.',
    },
    'plan-offered': {
      title: 'Vous avez une offre pour le forfait {plan} : {amount} par mois',
      message: 'Elle est valable jusqu’au {date}. Consultez ses limites et acceptez-la sur la page de facturation.',
    },
    'credits-low': {
      title: 'Crédits IA faibles : {balance}',
      message: 'Rechargez-les sur la page de facturation pour qu’ils continuent de payer les modèles.',
    },
    'usage-alert': {
      title: 'Les modèles d’IA coûtent {cost} ce mois',
      message: 'C’est plus que les {amount} fixés dans l’analyse d’utilisation.',
    },
    'metric-alert': { title: 'Alerte : {name}', message: '{metric} : {value}. La limite est {bound}.' },
    'metric-silent': { title: 'Alerte : {name}', message: 'Rien n’a été compté : {metric}.' },
    'metric-resolved': { title: 'Résolue : {name}', message: '{metric} : {value}.' },
  },
  limits: {
    maxAgents: 'Agents IA',
    maxUsers: 'Membres',
    storageBytes: 'Stockage',
    apiCallsPerMonth: 'Appels API de ce mois',
    messagesPerMonth: 'Messages de ce mois',
    maxContacts: 'Contacts',
    runsPerMonth: 'Exécutions d’agents ce mois',
    workflowRunsPerMonth: 'Exécutions de workflows ce mois',
    tokensPerMonth: 'Tokens de modèles ce mois',
  },
  roles: { OWNER: 'Propriétaire', ADMIN: 'Administrateur', MEMBER: 'Utilisateur', VIEWER: 'Lecteur' },
  mail: {
    open: 'Ouvrir',
    why: 'Vous recevez ce message car les notifications par e-mail sont activées. Modifiez-le dans votre profil : {url}',
  },
  digest: {
    subject: 'Votre semaine chez {organization}',
    text: 'Ce que vos agents IA ont fait du {from} au {to}.',
    runs: 'Exécutions',
    success: 'Taux de réussite',
    cost: 'Coût de l’IA',
    before: '{runs} la semaine précédente',
    open: 'Ouvrir le tableau de bord',
    why: 'Vous recevez ce message chaque lundi car le résumé hebdomadaire est activé.',
    unsubscribe: 'Ne plus recevoir le résumé hebdomadaire',
  },
}
