import type { LanguageCorpus } from './corpus.ts'

export const fr: LanguageCorpus = {
  documents: [
    [
      'mediatheque-valmont.md',
      `# Médiathèque de Valmont : guide du lecteur

## Inscription

L’inscription est gratuite pour les moins de 25 ans et coûte 15 euros par an pour les autres. Apportez une pièce d’identité et un justificatif de domicile de moins de trois mois.

## Emprunter

Vous pouvez emporter dix livres et quatre films à la fois, pour trois semaines. Les nouveautés ne se prêtent que deux semaines. Une prolongation est possible si personne n’a réservé le document.

## Retards

Passé la date prévue, votre carte est bloquée pour autant de jours que le retard a duré. Il n’y a pas d’amende. Un livre perdu doit être remplacé ou remboursé.

## Horaires

Nous sommes ouverts du mardi au samedi de 10 h à 18 h, le jeudi jusqu’à 20 h. En août, la médiathèque ferme deux semaines.

## Ordinateurs et impression

Douze postes sont à votre disposition, une heure par jour et par personne. L’impression coûte 10 centimes la page en noir et 40 en couleur.

## Salles de travail

Trois salles pour six personnes se réservent en ligne, au plus tôt sept jours avant. Elles sont mises à disposition sans frais pour deux heures. Il est interdit d’y manger.

## Livres numériques

Avec votre carte, téléchargez jusqu’à cinq livres numériques par mois. Ils s’effacent de votre liseuse au bout de 28 jours.
`,
    ],
    [
      'facture-claire.md',
      `# FactureClaire : centre d’aide

## Créer un compte

L’essai dure trente jours et ne demande pas de carte bancaire. À la fin, le compte passe en lecture seule jusqu’à ce que vous choisissiez une formule.

## Formules et tarifs

La formule Solo coûte 9 euros par mois, la formule Équipe 29 euros pour cinq utilisateurs. Chaque utilisateur supplémentaire est facturé 5 euros. En payant à l’année, vous économisez deux mois.

## Mot de passe oublié

Cliquez sur « Mot de passe oublié » sur la page de connexion. Le lien reçu par courriel est valable une heure. Après cinq essais manqués, le compte est verrouillé pendant quinze minutes.

## Relances automatiques

Le logiciel écrit à vos clients trois, dix et vingt jours après l’échéance. Vous pouvez modifier les textes et désactiver les relances pour un client.

## Exporter les données

Un export de toutes les factures en CSV ou en PDF se lance dans Paramètres, Données. Le fichier reste disponible pendant 48 heures.

## Résilier

Vous pouvez résilier à tout moment dans Paramètres, Abonnement. L’accès reste ouvert jusqu’à la fin de la période payée ; ensuite vos données sont gardées 90 jours, puis supprimées.

## Sécurité

Les données sont hébergées à Strasbourg et chiffrées. La double authentification peut être rendue obligatoire pour toute l’équipe. Des sauvegardes sont faites chaque nuit.
`,
    ],
  ],
  tuning: {
    answered: [
      ['mediatheque-valmont.md#Inscription', 'Que faut-il apporter pour avoir une carte ?'],
      ['mediatheque-valmont.md#Emprunter', 'Combien de temps puis-je garder un livre ?'],
      ['mediatheque-valmont.md#Retards', 'J’ai oublié de rendre mes livres, vais-je payer quelque chose ?'],
      ['mediatheque-valmont.md#Horaires', 'À quelle heure fermez-vous le jeudi ?'],
      ['mediatheque-valmont.md#Ordinateurs et impression', 'Combien coûte une photocopie ou une page imprimée ?'],
      ['mediatheque-valmont.md#Livres numériques', 'Proposez-vous des e-books ?'],
      ['facture-claire.md#Créer un compte', 'Puis-je essayer gratuitement ?'],
      ['facture-claire.md#Formules et tarifs', 'Quel est le prix pour une équipe ?'],
      ['facture-claire.md#Mot de passe oublié', 'Je n’arrive plus à me connecter'],
      ['facture-claire.md#Relances automatiques', 'Que fait le logiciel quand un client ne paie pas ?'],
      ['facture-claire.md#Exporter les données', 'Comment récupérer toutes mes factures ?'],
      ['facture-claire.md#Résilier', 'Que deviennent mes données si je pars ?'],
    ],
    unanswerable: [
      'Y a-t-il un café dans la médiathèque ?',
      'Quelle est la recette de la ratatouille ?',
      'Le logiciel gère-t-il la paie des salariés ?',
      'Qui est le directeur de la médiathèque ?',
    ],
  },
  closed: {
    answered: [
      ['mediatheque-valmont.md#Inscription', 'L’abonnement est-il payant pour un étudiant de 20 ans ?'],
      ['mediatheque-valmont.md#Emprunter', 'Combien de films puis-je prendre ?'],
      ['mediatheque-valmont.md#Retards', 'Que se passe-t-il si je perds un livre ?'],
      ['mediatheque-valmont.md#Horaires', 'Êtes-vous ouverts le lundi ?'],
      ['mediatheque-valmont.md#Salles de travail', 'Comment réserver une salle pour travailler en groupe ?'],
      ['mediatheque-valmont.md#Ordinateurs et impression', 'Peut-on utiliser un ordinateur sur place ?'],
      ['facture-claire.md#Créer un compte', 'Faut-il donner une carte bancaire pour l’essai ?'],
      ['facture-claire.md#Formules et tarifs', 'Combien coûte un utilisateur de plus ?'],
      ['facture-claire.md#Mot de passe oublié', 'Combien de temps le lien de réinitialisation est-il valable ?'],
      ['facture-claire.md#Relances automatiques', 'Peut-on changer le texte des rappels ?'],
      ['facture-claire.md#Sécurité', 'Où sont stockées les données ?'],
      ['facture-claire.md#Résilier', 'Comment mettre fin à mon abonnement ?'],
    ],
    unanswerable: [
      'Peut-on emprunter des jeux vidéo ?',
      'Existe-t-il une application pour Android ?',
      'Quelle est la hauteur de la tour Eiffel ?',
      'Vendez-vous des livres d’occasion ?',
    ],
  },
}
